// Calls after the sign-in has ended. A page that has what a load would lose asks for a sign-in beside it, then sends the
// call once more; every other page leads to the sign-in page, which leads back.
import { withBasePath, withoutBasePath } from "../bff/base-path.ts";
import { bffTexts } from "./query-messages.ts";
import { sharedQuestion } from "./shared-question.ts";

/** Answered once the operator of this page is signed in again. */
const question = sharedQuestion<[], void>();
const holders = new Set<symbol>();

export const handleSignInRequests = question.handle;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * States that the page has what is stored nowhere, such as a typed password, until the returned function is called. `reloads`:
 * false where a load would still lose something, such as the report of an act.
 */
export function holdPage(): (options?: { reloads: boolean }) => void {
  const holder = Symbol("held");
  holders.add(holder);
  window.addEventListener("beforeunload", warn);
  return ({ reloads } = { reloads: true }) => {
    holders.delete(holder);
    if (holders.size > 0) return;
    window.removeEventListener("beforeunload", warn);
    // Left by Back while it asks for a sign-in: a load loses nothing now, and shows the page as whoever is signed in.
    if (reloads && question.pending() !== undefined) window.location.reload();
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
function leaveTo(path: string): void {
  window.removeEventListener("beforeunload", warn);
  window.location.assign(withBasePath(path));
}

/** True from signing out until the page has left. */
let isSigningOut = false;

/**
 * Ends the sign-in of this page with `end`, then leaves for the sign-in page, which does not lead back. Calls that are refused
 * meanwhile do not decide where the page leads. Throws what `end` throws, and stays.
 */
export async function leaveSignedOut(end: () => Promise<void>): Promise<void> {
  const stay = () => {
    isSigningOut = false;
  };
  isSigningOut = true;
  try {
    await end();
  } catch (error) {
    stay();
    throw error;
  }
  // Back may show the page again as it was.
  window.addEventListener("pagehide", stay, { once: true });
  leaveTo("/sign-in");
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "status") === 401;

/** Waits for the answer; throws when the operator has left for another address than `href` meanwhile, or came back. */
async function untilSignedIn(answer: Promise<void>, href: string): Promise<void> {
  let left = false;
  const leave = () => {
    left = true;
  };
  window.addEventListener("popstate", leave);
  await answer;
  window.removeEventListener("popstate", leave);
  if (left || window.location.href !== href) throw new Error(bffTexts.pageLeft);
}

/**
 * Runs `send`; when the sign-in has ended, once more after another one, or the page is left. Until the operator has answered
 * nothing of this page is sent: it would be as another account when that is signed in meanwhile. An act is dropped when
 * the operator leaves for another page meanwhile; what only `reads` is not.
 */
export async function withSignIn<T>(send: () => Promise<T>, reads = false): Promise<T> {
  const href = reads ? undefined : window.location.href;
  const signedIn = (answer: Promise<void>) => (href === undefined ? answer : untilSignedIn(answer, href));
  const open = question.pending();
  if (open !== undefined) await signedIn(open);
  try {
    return await send();
  } catch (error) {
    if (!isSignedOut(error) || isSigningOut) throw error;
    // One question answers all calls of the page.
    const answer = holders.size === 0 ? question.pending() : question.ask();
    if (answer === undefined) {
      leaveToSignIn();
      throw error;
    }
    await signedIn(answer);
    return await send();
  }
}
