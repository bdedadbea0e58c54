// A wrapper around next-auth: only its CSRF token, its credentials callback and its way to the OpenID provider and back are
// reachable, with validated input, and their responses are replaced by ours. Its session and sign-out routes are not served, because they trust the cookie
// alone.
import "server-only";
import { NextRequest } from "next/server";
import type { AuthOptions } from "next-auth";
import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { safeCallbackPath } from "../auth/callback-url.ts";
import { signIn } from "../auth/credentials.ts";
import { deviceCookie } from "../auth/device-cookie.ts";
import { requirePasswordSignIn } from "../auth/password-sign-in.ts";
import { proveWithProvider, signInWithProvider } from "../auth/provider-sign-in.ts";
import { endSignIn, operatorOf, type SignedIn } from "../auth/require-operator.ts";
import { absoluteSeconds, cookieNames, signInKeyOf } from "../auth/sign-in-cookie.ts";
import { env } from "../kernel/env.ts";
import { logFault } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { checkOrigin } from "./check-origin.ts";
import { oidcCookies, oidcProvider, profileOf, providerId } from "./oidc-options.ts";
import { problemResponse } from "./problem-response.ts";
import { readText } from "./request-body.ts";
import { senderOf } from "./request-sender.ts";
import { baseHeaders } from "./response-headers.ts";

const signInForm = z.strictObject({
  username: z.string().min(1).max(256),
  password: z.string().min(1).max(1024),
  csrfToken: z.string().min(1).max(256),
});
const signedUser = z.object({ id: z.string(), name: z.string(), key: z.string() });

/** The page that ends a proof of identity at the provider. */
export const confirmedPath = "/sign-in/confirmed";

/** The page to open after a sign-in at the provider. */
function pageAfter(url: string): string {
  const { publicUrl } = env();
  const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
  return `${publicUrl}${path === confirmedPath ? path : safeCallbackPath(path)}`;
}

/** What next-auth does not return: the error of a refusal, which it would reduce to text, and who signed in. */
interface Outcome {
  problem?: unknown;
  user?: z.infer<typeof signedUser>;
}

/** Who signs in with an identity that the provider has confirmed; as a proof of identity, who did before. */
async function acceptIdentity(
  claims: unknown,
  request: Request,
  requestId: string,
  operator: AuthRequest["operator"],
): Promise<z.infer<typeof signedUser>> {
  const profile = profileOf(claims);
  if (operator === undefined) {
    const made = await signInWithProvider(profile, senderOf(request, requestId));
    return { id: made.userId, name: made.username, key: made.key };
  }
  const key = await signInKeyOf(request.headers.get("cookie"));
  if (operator === "none" || key === undefined)
    throw new Problem(401, "not_signed_in", "The sign-in to confirm has ended.");
  await proveWithProvider(operator, profile);
  return { id: operator.userId, name: operator.username, key };
}

/** Options of one request. */
function options(request: Request, requestId: string, outcome: Outcome, sent: AuthRequest): AuthOptions {
  const { oidc } = env().signIn;
  const names = cookieNames();
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure: names.secure } as const;
  return {
    secret: env().sessionSecret,
    session: { strategy: "jwt", maxAge: absoluteSeconds },
    useSecureCookies: names.secure,
    cookies: {
      sessionToken: { name: names.session, options: cookie },
      csrfToken: { name: names.csrf, options: cookie },
      callbackUrl: { name: names.callback, options: cookie },
      ...oidcCookies(),
    },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { username: {}, password: {} },
        authorize: async (given) => {
          try {
            const { username = "", password = "" } = given ?? {};
            const made = await signIn({
              username,
              password,
              ...senderOf(request, requestId),
            });
            outcome.user = { id: made.userId, name: made.username, key: made.key };
            return outcome.user;
          } catch (error) {
            outcome.problem = error;
            return null;
          }
        },
      }),
      ...(oidc === undefined ? [] : [oidcProvider(oidc)]),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.provider !== providerId) return true;
        try {
          outcome.user = await acceptIdentity(profile, request, requestId, sent.operator);
          return true;
        } catch (error) {
          outcome.problem = error;
          return false;
        }
      },
      jwt: ({ token, user }) => {
        const fresh = signedUser.safeParse(outcome.user ?? user);
        return fresh.success ? { sub: fresh.data.id, key: fresh.data.key } : token;
      },
      redirect: ({ url }) => pageAfter(url),
    },
    logger: {
      error: (code) => logFault("next-auth", code),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

interface AuthRequest {
  /** Below /api/auth. */
  path: readonly [string, string?];
  method: "GET" | "POST";
  /** With its question mark; empty without a query. */
  search?: string;
  body?: URLSearchParams;
  /** Whose identity is to be proved; `none`: their sign-in has ended. Undefined for a sign-in. */
  operator?: SignedIn | "none" | undefined;
}

/** Passes a request to next-auth, with the cookies of the present one; returns its answer and who signed in. */
export async function callNextAuth(
  request: Request,
  requestId: string,
  sent: AuthRequest,
): Promise<{ answer: Response; userId: string | undefined }> {
  const outcome: Outcome = {};
  const path = sent.path.filter((part) => part !== undefined);
  const inner = new NextRequest(`${env().publicUrl}/api/auth/${path.join("/")}${sent.search ?? ""}`, {
    method: sent.method,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ...(sent.body === undefined ? {} : { body: sent.body.toString() }),
  });
  const context = { params: Promise.resolve({ nextauth: path }) };
  const answer: Response = await NextAuth(inner, context, options(request, requestId, outcome, sent));
  if (outcome.problem !== undefined) throw outcome.problem;
  if (answer.status >= 500) throw new Problem(400, "bad_request", "The sign-in request is not valid.");
  return { answer, userId: outcome.user?.id };
}

/** A response with our headers and body, and the cookies set by next-auth. */
export function responseWith(requestId: string, body: unknown, cookies: readonly string[]): Response {
  const headers = new Headers(baseHeaders(requestId));
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(JSON.stringify(body), { headers });
}

const csrfAnswer = z.object({ csrfToken: z.string() });

/** GET /api/auth/csrf: the token that the sign-in form must send, and its cookie. */
export async function csrfToken(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    const { answer } = await callNextAuth(request, requestId, { path: ["csrf"], method: "GET" });
    return responseWith(requestId, csrfAnswer.parse(await answer.json()), answer.headers.getSetCookie());
  } catch (error) {
    return problemResponse(error, requestId);
  }
}

/** POST /api/auth/callback/credentials: signs in, and ends the sign-in that the request came with. */
export async function signInWithCredentials(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    checkOrigin(request);
    requirePasswordSignIn();
    const type = request.headers.get("content-type") ?? "";
    if (!/^application\/x-www-form-urlencoded(;|$)/.test(type)) {
      throw new Problem(
        415,
        "unsupported_media_type",
        "Send the sign-in form as application/x-www-form-urlencoded.",
      );
    }
    const form = signInForm.safeParse(Object.fromEntries(new URLSearchParams(await readText(request, 8192))));
    if (!form.success) throw new Problem(400, "bad_request", "Enter a user name and a password.");
    const before = await operatorOf(request.headers.get("cookie"));
    const body = new URLSearchParams({ ...form.data, json: "true" });
    const { answer, userId } = await callNextAuth(request, requestId, {
      path: ["callback", "credentials"],
      method: "POST",
      body,
    });
    const cookies = answer.headers.getSetCookie();
    if (!cookies.some((cookie) => cookie.startsWith(`${cookieNames().session}=`))) {
      throw new Problem(403, "csrf_mismatch", "The sign-in form is too old. Try again.");
    }
    if (before !== undefined) await endSignIn(before.sid);
    if (userId !== undefined) cookies.push(deviceCookie(request.headers.get("cookie"), userId, Date.now()));
    return responseWith(requestId, {}, cookies);
  } catch (error) {
    return problemResponse(error, requestId);
  }
}
