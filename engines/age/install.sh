#!/bin/sh
# Installs PostgreSQL 17 with Apache AGE into a folder from the packages of Debian 13, without root and without a
# container.
#
#   usage: install.sh FOLDER [RELEASE]        RELEASE: of AGE, 1.5.0
#
# The packages are unpacked with every library they need, down to the C library, and run through their own loader, so
# that any Linux will do. Afterwards `FOLDER/start DATA PORT` runs a server in the foreground on 127.0.0.1:PORT, its
# files in DATA; user and database `postgres`, no password, the extension made. PostgreSQL refuses to run as root:
# there it runs as `nobody`, to whom DATA is given.
# Needs: what debian.sh needs; for root also setpriv.
set -eu

folder=${1:?usage: install.sh FOLDER [RELEASE]}
release=${2:-1.5.0}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")/../shared}
. "$shared/common.sh"

. "$shared/debian.sh"
[ "$(id -u)" != 0 ] || need setpriv

begin "$folder"
debian_index
version=$(of postgresql-17-age Version)
case $version in
  "$release"[~+-]*) ;;
  *) fail "Debian 13 has AGE ${version:-nowhere}, not $release" ;;
esac
mkdir "$work/runtime"
for package in postgresql-17 postgresql-17-age libpq5 libc6 libstdc++6 libgcc-s1 libicu76 libssl3t64 libxml2 zlib1g \
  liblz4-1 libzstd1 libxxhash0 liblzma5 libgssapi-krb5-2 libkrb5-3 libkrb5support0 libk5crypto3 libcom-err2 \
  libkeyutils1 libldap2 libsasl2-2 libpam0g libaudit1 libcap-ng0 libcap2 libsystemd0; do
  unpack $package "$work/runtime"
done
rm "$work/index"

# What a server without just-in-time compilation does not need.
runtime=$work/runtime
bin=$runtime/usr/lib/postgresql/17/bin
rm -rf "$runtime/etc" "$runtime/usr/share/doc" "$runtime/usr/share/man" "$runtime/usr/share/locale" \
  "$runtime/usr/lib/postgresql/17/lib/bitcode" "$runtime/usr/lib/postgresql/17/lib/"llvmjit*

# PostgreSQL finds its other files, and initdb finds postgres, beside the name by which it was called.
for program in postgres initdb; do
  mv "$bin/$program" "$bin/$program.bin"
  cat > "$bin/$program" <<WRAPPER
#!/bin/sh
root=\${0%/usr/lib/postgresql/17/bin/*}
libraries=\$root/usr/lib/$triplet
exec "\$libraries/$loader" --inhibit-cache --library-path "\$libraries" --argv0 "\$0" "\$0.bin" "\$@"
WRAPPER
  chmod 755 "$bin/$program"
  list=$("$runtime/usr/lib/$triplet/$loader" --inhibit-cache --library-path "$runtime/usr/lib/$triplet" \
    --list "$bin/$program.bin") || fail "$program cannot be loaded: $list"
  missing=$(echo "$list" | awk -v ours="$runtime/" '/=>/ && index($0, ours) == 0')
  [ -z "$missing" ] || fail "$program needs a library that was not unpacked:$missing"
done

cat > "$work/start" <<'START'
#!/bin/sh
# start DATA PORT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${1:?usage: start DATA PORT}
port=${2:?usage: start DATA PORT}
. "$here/user.sh"

if [ ! -s "$data/PG_VERSION" ]; then
  [ ! -d "$data" ] || rmdir "$data"
  mkdir -p "$(dirname "$data")"
  rm -rf "$data.new"
  cp -R "$here/template" "$data.new"
  own "$data.new"
  mv "$data.new" "$data"
fi
data=$(cd "$data" && pwd)

# A killed server leaves a small segment of shared memory behind, and a system holds only so many.
[ ! -r /proc/sysvipc/shm ] || awk -v u="$user" '$4==56 && $7==0 && $8==u {print $2, $5}' /proc/sysvipc/shm |
  while read -r segment creator; do
    [ -d "/proc/$creator" ] || ipcrm -m "$segment" 2>/dev/null || true
  done

become "$data"
exec $as "$here/runtime/usr/lib/postgresql/17/bin/postgres" -D "$data" -p "$port"
START

cat > "$work/user.sh" <<'USER'
# Read by start. $user: who runs the server; own FOLDER: gives it to that user; become DATA: sets $as, the words that
# run a command as that user. If folders on the way are closed to `nobody`, it keeps the right to pass them.
user=$(id -u)
own() { chmod 700 "$1"; }
become() { as=; }
if [ "$user" = 0 ]; then
  user=$(id -u nobody)
  own() { chmod 700 "$1"; chown -R "$user:$(id -g nobody)" "$1"; }
  become() {
    as="setpriv --reuid=$user --regid=$(id -g nobody) --clear-groups --pdeathsig=keep"
    if ! $as test -r "$here/user.sh" -a -w "$1"; then
      as="$as --inh-caps=+dac_override --ambient-caps=+dac_override --securebits=+no_setuid_fixup"
    fi
  }
fi
USER

# The first database, made once: a start only copies it.
here=$work
. "$work/user.sh"
chmod 755 "$work"
template=$work/template
mkdir "$template"
own "$template"
become "$template"
$as "$bin/initdb" -D "$template" -U postgres -A trust -E UTF8 --locale=C --locale-provider=builtin \
  --builtin-locale=C.UTF-8 --wal-segsize=1 --no-sync --no-instructions >"$work/log" 2>&1 ||
  fail "initdb failed: $(cat "$work/log")"
cat >> "$template/postgresql.conf" <<'CONF'

# graphlance: a database that may be lost, and whose answers depend on nothing but its content.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 20
shared_preload_libraries = 'age'
shared_buffers = 64MB
dynamic_shared_memory_type = mmap
fsync = off
synchronous_commit = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
min_wal_size = 8MB
max_wal_size = 128MB
jit = off
max_parallel_workers_per_gather = 0
max_logical_replication_workers = 0
autovacuum_analyze_threshold = 2147483647
autovacuum_vacuum_insert_threshold = -1
timezone = 'GMT'
log_timezone = 'GMT'
# Errors are answers; a crash ends the server and is told on standard error.
log_min_messages = log
log_checkpoints = off
restart_after_crash = off
# A backend ends soon after its client.
client_connection_check_interval = 1s
CONF
echo 'CREATE EXTENSION age' > "$work/statements"
$as "$bin/postgres" --single -D "$template" postgres <"$work/statements" >"$work/log" 2>&1 || true
echo "SELECT extversion FROM pg_extension WHERE extname = 'age'" > "$work/statements"
$as "$bin/postgres" --single -D "$template" postgres <"$work/statements" >"$work/answer" 2>>"$work/log" || true
grep -qF "\"$release\"" "$work/answer" || fail "AGE does not load: $(cat "$work/log")"
rm "$work/log" "$work/statements" "$work/answer"
if [ "$(id -u)" = 0 ]; then chown -R 0:0 "$template"; fi
chmod -R a+rX "$template"

finish start
