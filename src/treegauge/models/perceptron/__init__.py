"""The averaged perceptron: sparse linear models over features that are numbers of 64 bits."""
