"""Adapters to parsers that other people wrote: one file each, with the interface of `treegauge.parsers.base`."""
