#!/bin/sh
# Creates the secrets of compose.yaml in deploy/secrets, once: what is there is kept.
set -eu
cd "$(dirname "$0")"
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
# Containers read the files as another user; the folder keeps other users of this machine out.
mkdir -p secrets && chmod 700 secrets
create() { [ -s "secrets/$1" ] || { printf %s "$2" >"secrets/$1" && chmod 444 "secrets/$1"; }; }
create postgres_password "$(random)"
create database_url "postgres://perennial:$(cat secrets/postgres_password)@postgres:5432/perennial"
create master_key "$(random)"
create admin_secret "$(random)"
echo "The secrets are in $(pwd)/secrets. Keep a copy of master_key: without it the stored secrets cannot be read."
