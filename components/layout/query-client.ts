import { QueryClient } from "@tanstack/react-query";
import { readFailure } from "@/lib/format/failure";

const maxRetries = 2;
const maxRetryDelayMs = 8_000;

/** Whether a failed read is worth another try. A refusal (4xx) is an answer, and so is an operation that is not there
 *  (501): asking again gives the same one. */
export function shouldRetry(failureCount: number, thrown: unknown): boolean {
  const { status } = readFailure(thrown);
  if (status === 501 || (status !== undefined && status >= 400 && status < 500)) return false;
  return failureCount < maxRetries;
}

/** The query client of one browser tab. Reads are retried twice at most, changes never. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, maxRetryDelayMs),
        refetchOnWindowFocus: true,
        staleTime: 1_000,
      },
      mutations: { retry: false },
    },
  });
}
