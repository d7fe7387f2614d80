#include "act.h"
ON_ROUND {
  prctl(PR_SET_PDEATHSIG, 0);
  say(emit, context, "RETURN 'free'");
}
