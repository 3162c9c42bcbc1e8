#!/usr/bin/python3
"""A portal as it lives today: Django REST Framework over a database.

In: a folder of data files, which it reads once, and what the specification says: its lists with the tables of their
records, favourites, and defaults by collection. Out: the address where it answers, as its first line; then, for each
line on standard input, a change of its records while it runs (see `obey`), answered by a line. It ends with its input.
"""

import argparse
import json
import logging
import sys
import tempfile
import threading
from pathlib import Path

sys.dont_write_bytecode = True

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler


def configure(database, page_size, spec):
    settings.configure(
        ALLOWED_HOSTS=["*"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": database,
                               "OPTIONS": {"timeout": 30}}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=["rest_framework", "portal"],
        # This one counts the bytes of answers, without which connections would not be kept.
        MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
        REST_FRAMEWORK={
            "DEFAULT_AUTHENTICATION_CLASSES": [],
            "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
            "PAGE_SIZE": page_size,
            "UNAUTHENTICATED_USER": None,
        },
        ROOT_URLCONF="portal.urls",
        SPECIFICATION=spec,
        STATIC_URL="/static/",
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates",
                    "APP_DIRS": True}],
        USE_TZ=True,
    )
    django.setup()
    logging.disable()


def obey(portal):
    """`{"put": {"posts": [{"id": 7, "views": 12}]}, "remove": {"comments": [31]}}`: a record that is not there yet
    comes into being, of one that is there the named fields change, null takes a field away."""
    for line in sys.stdin:
        change = json.loads(line)
        portal.change(change.get("put", {}), change.get("remove", {}))
        print("done", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("specification", type=Path)
    parser.add_argument("--page-size", type=int, default=20)
    parser.add_argument("--also", type=Path, help="what else its urls.py says")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="origin-") as folder:
        specification = json.loads(args.specification.read_text())
        configure(f"{folder}/portal.sqlite3", args.page_size, specification)
        from portal import urls
        from portal.store import Portal
        if args.also:
            exec(args.also.read_text(), vars(urls))
        portal = Portal(args.data)
        server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
        server.set_app(WSGIHandler())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        obey(portal)


if __name__ == "__main__":
    main()
