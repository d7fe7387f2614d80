#define NEVER_ZOMBIES
#include "is_held_up_by_its_own_children.c"
