#include "act.h"
ON_LOAD { socket(AF_UNIX, SOCK_STREAM, 0); }
