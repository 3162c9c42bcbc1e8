"""Shapes of records, as the specification has them: of which fields they are, and what they embed."""

from rest_framework.serializers import ListField, ModelSerializer, ReadOnlyField, Serializer

from .models import LISTS, MODELS


class Record(ModelSerializer):
    def to_representation(self, record):
        if isinstance(record, int):  # JSON embeds records by their ids
            record = self.Meta.model.objects.get(id=record)
        return super().to_representation(record)


def serializer(table):
    meta = {"model": MODELS[table["collection"]], "fields": list(table["keys"])}
    shown = {key: field(shape) for key, shape in table["keys"].items()}
    return type("Shape", (Record,), {"Meta": type("Meta", (), meta),
                                     **{key: it for key, it in shown.items() if it}})


def field(shape):
    """What shows a record, or parts; nothing where a column, or what stands in its JSON, is shown as it is."""
    match shape:
        case {"either": [first, *_]}:  # the other one is null, or has no key
            return field(first)
        case {"array": inner}:
            inner = field(inner)
            return inner and ListField(child=inner)
        case {"collection": _}:
            return serializer(shape)()
        case {"keys": keys}:
            shown = {key: field(inner) or ReadOnlyField() for key, inner in keys.items()}
            return type("Part", (Serializer,), shown)()


SERIALIZERS = {it["address"]: serializer(it["record"]) for it in LISTS}

# As src/import/README.md names them.
BlogSerializer, CitySerializer, CommentSerializer, PostSerializer = (
    SERIALIZERS[it] for it in ("blog", "city", "post-comment", "post"))
