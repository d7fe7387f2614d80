int nothing_of_ours(void) { return 1; }
