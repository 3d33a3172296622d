"""Tables: head rules, a tag set and an annotation scheme, from TOML files of the package."""

from importlib.resources import files

from treegauge.extend import register_head_rules, register_scheme, register_tagset

register_head_rules("toy", files(__package__) / "heads.toml")
register_tagset("toy", files(__package__) / "tagset.toml")
register_scheme("toy", files(__package__) / "scheme.toml")
