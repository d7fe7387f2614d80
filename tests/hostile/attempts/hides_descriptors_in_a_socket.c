#include "attempt.h"
/* What was sent and not received is open, and is not counted as open. */
static int attempt(void) {
  int pair[2], sent = 0;
  if (syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair)) return 0;
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {"x", 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(head), &pair[0], sizeof(int));
  while (sent < 4096 && sendmsg(pair[1], &message, MSG_DONTWAIT) > 0) sent++;
  return sent > 1024;
}
