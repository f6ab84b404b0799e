/* SPDX-License-Identifier: BSL-1.0 */
#ifndef HEADROOM_CALL_H
#define HEADROOM_CALL_H

/* The commands of the program headroom in one's own process: a request in JSON, an answer in JSON. The page "Calls from
   other languages" of the documentation says what stands in them.

   A call keeps nothing between calls, reads no file, no environment variable and no standard input, and prints nothing;
   any number of threads may call at a time. */

#ifdef __cplusplus
extern "C" {
#endif

// [functions]
/* The answer to a request, both UTF-8 that a zero byte ends. What is wrong with a request is an answer, too.
   Give the answer to headroom_free. NULL: there is no memory left. */
char *headroom_call(const char *request);

/* Frees an answer. NULL is none. */
void headroom_free(char *answer);

/* "1.2.3"; not to be freed. */
const char *headroom_version(void);
// [/functions]

#ifdef __cplusplus
}
#endif

#endif
