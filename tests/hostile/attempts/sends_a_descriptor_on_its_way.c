#include "attempt.h"
/* All players of a user share how many descriptors may be on their way: who has them there leaves others none. */
static int attempt(void) {
  int pair[2];
  if (syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair)) return 0;
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {"x", 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(head), &pair[0], sizeof(int));
  return sendmsg(pair[1], &message, MSG_DONTWAIT) > 0;
}
