"""The records that the portal has now: read from data files at first, changed while it runs, and written into the tables."""

import json

from django.db import connection, transaction

from .models import MODELS
from .records import complete


class Portal:
    def __init__(self, folder):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")   # who reads does not wait for a change
        with connection.schema_editor() as editor:
            for table in MODELS.values():
                editor.create_model(table)
        self.authored = {name: {it["id"]: it for it in read(folder, name)} for name in MODELS}
        self.shown = {name: {} for name in MODELS}
        self.save()

    def change(self, put, remove):
        for name, records in put.items():
            for record in records:
                new = {**self.authored[name].get(record["id"], {}), **record}
                self.authored[name][record["id"]] = {k: v for k, v in new.items() if v is not None}
        for name, ids in remove.items():
            for id in ids:
                del self.authored[name][id]
        self.save()

    @transaction.atomic
    def save(self):
        """Nobody sees a part of a change."""
        shown = complete(self.authored)
        for name, table in MODELS.items():
            old, new = self.shown[name], shown[name]
            other = [id for id, record in old.items() if new.get(id) != record]
            for start in range(0, len(other), 500):
                table.objects.filter(id__in=other[start:start + 500]).delete()
            table.objects.bulk_create([row(table, new[id]) for id in new
                                       if old.get(id) != new[id]], batch_size=500)
        self.shown = shown


def row(table, record):
    """References are columns of their own: `blog_id` holds the `blog` of a post."""
    return table(**{table._meta.get_field(name).attname: value for name, value in record.items()})


def read(folder, collection):
    found = [path for path in folder.rglob("*.*json") if path.suffix in (".json", ".ndjson")
             and path.relative_to(folder).parts[0].split(".")[0] == collection]
    for path in found:
        text = path.read_text("utf-8-sig")
        if path.suffix == ".ndjson":
            yield from (json.loads(line) for line in text.split("\n") if line.strip())
        else:
            value = json.loads(text)
            yield from value if isinstance(value, list) else [value]
