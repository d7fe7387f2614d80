#include "attempt.h"
static int attempt(void) {
  int pair[2], all[200];
  if (syscall(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET, 0, pair)) return 0;
  for (int one = 0; one < 200; one++) all[one] = pair[0];
  char control[CMSG_SPACE(sizeof all)] = {0};
  struct iovec part = {"x", 1};
  struct mmsghdr messages[2] = {0};
  for (int one = 0; one < 2; one++)
    messages[one].msg_hdr = (struct msghdr){.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *head = CMSG_FIRSTHDR(&messages[0].msg_hdr);
  head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof all);
  memcpy(CMSG_DATA(head), all, sizeof all);
  return syscall(SYS_sendmmsg, pair[1], messages, 2, MSG_DONTWAIT) > 0;
}
