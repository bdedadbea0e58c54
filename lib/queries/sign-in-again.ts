// Calls after the sign-in has ended. A page that has what a load would lose asks for a sign-in beside it, then sends the
// call once more; every other page leads to the sign-in page, which leads back.
import { withBasePath, withoutBasePath } from "../bff/base-path.ts";

/** Resolves once the operator of this page is signed in again. */
type AskForSignIn = () => Promise<void>;

let ask: AskForSignIn | undefined;
let pending: Promise<void> | undefined;
const holders = new Set<symbol>();

/** Makes `handler` answer requests for a sign-in until the returned function is called. */
export function handleSignInRequests(handler: AskForSignIn): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = undefined;
  };
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** States that the page has what is stored nowhere, such as a typed password, until the returned function is called. */
export function holdPage(): () => void {
  const holder = Symbol("held");
  holders.add(holder);
  window.addEventListener("beforeunload", warn);
  return () => {
    holders.delete(holder);
    if (holders.size === 0) window.removeEventListener("beforeunload", warn);
  };
}

/** Leaves for the sign-in page, which leads back to this one. */
export function leaveToSignIn(): void {
  const path = withoutBasePath(window.location.pathname);
  if (path === "/sign-in") return;
  const callback = encodeURIComponent(path + window.location.search);
  leaveTo(`/sign-in?callbackUrl=${callback}`);
}

/** Leaves for a page of the dashboard, without a question about what the present one has. */
export function leaveTo(path: string): void {
  window.removeEventListener("beforeunload", warn);
  window.location.assign(withBasePath(path));
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "status") === 401;

/**
 * Runs `send`; when the sign-in has ended, once more after another one, or the page is left. While the operator is asked it
 * waits: another account may be signed in meanwhile, and nothing of this page is sent as that one's.
 */
export async function withSignIn<T>(send: () => Promise<T>): Promise<T> {
  if (pending !== undefined) await pending;
  try {
    return await send();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    if (pending === undefined && (holders.size === 0 || ask === undefined)) {
      leaveToSignIn();
      throw error;
    }
    // One question answers all calls of the page.
    pending ??= (ask?.() ?? Promise.resolve()).finally(() => {
      pending = undefined;
    });
    await pending;
    return await send();
  }
}
