"""How hard treebanks are to parse: Corazza, Lavelli & Satta (2008), Measuring parsing difficulty across treebanks."""
