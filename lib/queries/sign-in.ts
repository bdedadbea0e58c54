// Signing in: a fresh form token, then the form itself. Not a query: nothing of it is kept.
import * as z from "zod/mini";
import { problemBody } from "../bff/problem.ts";
import { BffError } from "./bff.ts";

const csrfAnswer = z.object({ csrfToken: z.string() });

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: "same-origin", cache: "no-store" });
  } catch {
    throw new BffError(0, "dashboard_unreachable", "The dashboard cannot be reached.");
  }
}

async function failureOf(response: Response): Promise<BffError> {
  const read = problemBody.safeParse(await response.json().catch(() => undefined));
  if (!read.success) return new BffError(response.status, "unreadable_answer", "The dashboard failed.");
  const { code, message, request_id: requestId } = read.data;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  return new BffError(response.status, code, message, { requestId, retryAfterSeconds });
}

/** Signs in; the session cookie is set when this resolves. Throws BffError: `wrong_credentials`, `locked`, `busy`. */
export async function signIn(username: string, password: string): Promise<void> {
  const token = await send("/api/auth/csrf", {});
  if (!token.ok) throw await failureOf(token);
  const { csrfToken } = csrfAnswer.parse(await token.json());
  const body = new URLSearchParams({ username, password, csrfToken });
  const answer = await send("/api/auth/callback/credentials", { method: "POST", body });
  if (!answer.ok) throw await failureOf(answer);
}
