#!/bin/sh
# What is tried inside of the virtual machine, as its first process. Each line that begins with "tried:" is a result.
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
mkdir -p /dev/shm && mount -t tmpfs shm /dev/shm
mount -t cgroup2 groups /sys/fs/cgroup
chmod 1777 /tmp
ip link set lo up 2>/dev/null
groups=/sys/fs/cgroup
echo "+memory +pids" > $groups/cgroup.subtree_control
uname -r | sed 's/^/tried: kernel /'

# Runs words in a group as the user 1000, or as root.
in_group() {
  group=$1 user=$2
  shift 2
  mkdir -p "$groups/$group"
  # A group that is divided holds no processes; the host before has divided its own.
  echo "-memory -pids" > "$groups/$group/cgroup.subtree_control"
  (
    echo 0 > "$groups/$group/cgroup.procs"
    [ "$user" = 0 ] && HOME=/tmp/root exec "$@"
    exec /host/as_player "$@"
  )
}
mkdir -p /tmp/root /tmp/player
chown 1000:1000 /tmp/player

# A part of the tree that is this user's, as a session manager hands it on.
mkdir -p $groups/handed/session
echo "+memory +pids" > $groups/handed/cgroup.subtree_control
chown 1000:1000 $groups/handed $groups/handed/cgroup.procs $groups/handed/session $groups/handed/session/cgroup.procs
# One that holds nobody but the host.
mkdir -p $groups/own
chown 1000:1000 $groups/own $groups/own/cgroup.procs $groups/own/cgroup.subtree_control

for case in "handed/session 1000" "own 1000" "foreign 1000" "handed/session 0"; do
  set -- $case
  there=$(in_group "$1" "$2" /host/othello-host players jail --json | tr -d ' \n' \
    | sed 's/.*"layer":"control_group",\([^}]*}\).*/\1/')
  case $there in *'"programs":null'*) there=there ;; *) there=missing ;; esac
  echo "tried: $1 as $2: control group $there"
  game=$(in_group "$1" "$2" /host/othello-host Simple Random --size 4 -q 2>/tmp/said | tail -n 1)
  [ -n "$game" ] || tail -n 12 /tmp/said
  echo "tried: $1 as $2: a game: $game"
  for act in "memory 40" "processes 2000"; do
    folder=/tmp/greedy-${act%% *}
    mkdir -p "$folder"
    cp /host/greedy "$folder"
    words=$(echo "$act" | sed 's/ /", "/')
    printf 'command = ["./greedy", "%s"]\n[player]\nname = "Greedy"\nversion = "1.0"\n' "$words" > "$folder/player.toml"
    chmod -R a+rX "$folder"
    in_group "$1" "$2" /host/othello-host "$folder" Simple --size 4 --time-limit 20 > /tmp/said 2>&1
    said=$(grep -oE 'MiB of memory|started [0-9]+' /tmp/said | head -n 1)
    [ -n "$said" ] || tail -n 12 /tmp/said
    left=$(find $groups -type d -name 'othello-*' | grep -vc -- -host)
    echo "tried: $1 as $2: ${act%% *}: $said, $left groups left"
  done
done
echo "tried: the most that was held in handed: $(cat $groups/handed/memory.peak)"
echo "tried: ended by the kernel: $(grep -h '^oom_group_kill' $groups/handed/memory.events $groups/own/memory.events | tr '\n' ' ')"
poweroff -f
