// Sign-in at the OpenID provider: the page requests the address to go to, the provider sends the browser back. As a proof
// of identity the same happens in a second window, for the account that is signed in.
import "server-only";
import { z } from "zod";
import { endSignIn, operatorOf } from "../auth/require-operator.ts";
import { cookieNames, cookieValue } from "../auth/sign-in-cookie.ts";
import { env } from "../kernel/env.ts";
import { Problem } from "../kernel/problem.ts";
import { callNextAuth, confirmedPath, responseWith } from "./auth-handler.ts";
import { checkOrigin } from "./check-origin.ts";
import { providerId } from "./oidc-options.ts";
import { problemResponse, toProblem } from "./problem-response.ts";
import { readText } from "./request-body.ts";
import { securityHeaders } from "./response-headers.ts";

const startForm = z.strictObject({
  csrfToken: z.string().min(1).max(256),
  callbackUrl: z.string().max(2048),
  /** `1`: a proof of identity. */
  prove: z.literal("1").optional(),
});
const startAnswer = z.object({ url: z.url() });

const notConfigured = () => new Problem(404, "not_found", "Single sign-on is not set up here.");

/** POST /api/auth/signin/oidc: the address at the provider to go to, and the cookies that the way back needs. */
export async function startOidc(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    if (env().signIn.oidc === undefined) throw notConfigured();
    checkOrigin(request);
    const form = startForm.safeParse(Object.fromEntries(new URLSearchParams(await readText(request, 8192))));
    if (!form.success) throw new Problem(400, "bad_request", "The sign-in request is not valid.");
    const { csrfToken, callbackUrl, prove } = form.data;
    const { answer } = await callNextAuth(request, requestId, {
      path: ["signin", providerId],
      method: "POST",
      search: prove === undefined ? "" : "?prompt=login&max_age=0",
      body: new URLSearchParams({
        csrfToken,
        callbackUrl: prove === undefined ? callbackUrl : confirmedPath,
        json: "true",
      }),
    });
    const { url } = startAnswer.parse(await answer.json());
    if (url.startsWith(`${env().publicUrl}/`) && url.endsWith("csrf=true"))
      throw new Problem(403, "csrf_mismatch", "The sign-in form is too old. Try again.");
    if (url.startsWith(`${env().publicUrl}/`))
      throw new Problem(
        502,
        "provider_unreachable",
        `${env().signIn.oidc?.name} cannot be reached. Try again, or sign in another way.`,
      );
    return responseWith(requestId, { url }, answer.headers.getSetCookie());
  } catch (error) {
    return problemResponse(error, requestId);
  }
}

function redirectTo(path: string, cookies: readonly string[]): Response {
  const headers = new Headers({ ...securityHeaders, location: `${env().publicUrl}${path}` });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

const notCompleted = () => new Problem(403, "provider_refused", "The sign-in was not completed.");

/** GET /api/auth/callback/oidc: where the provider sends the browser back to. */
export async function finishOidc(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  const cookies = request.headers.get("cookie");
  const { callback, session, state } = cookieNames();
  const wanted = cookieValue(cookies, callback) ?? "";
  const isProof = wanted === encodeURIComponent(`${env().publicUrl}${confirmedPath}`);
  const page = isProof ? confirmedPath : "/sign-in";
  try {
    if (env().signIn.oidc === undefined) throw notConfigured();
    // Not begun in this browser: nothing leaves for it.
    if ((cookieValue(cookies, state) ?? "") === "") throw notCompleted();
    const before = await operatorOf(cookies);
    const { search } = new URL(request.url, env().publicUrl);
    const { answer } = await callNextAuth(request, requestId, {
      path: ["callback", providerId],
      method: "GET",
      search,
      operator: isProof ? (before ?? "none") : undefined,
    });
    const set = answer.headers.getSetCookie();
    const others = set.filter((cookie) => !cookie.startsWith(`${session}=`));
    if (others.length === set.length) throw notCompleted();
    if (before !== undefined && !isProof) await endSignIn(before.sid);
    const target = answer.headers.get("location") ?? "";
    return redirectTo(
      target.startsWith(env().publicUrl) ? target.slice(env().publicUrl.length) : "/",
      // A proof changes the row of the sign-in. Its key may have been replaced since this request was sent.
      isProof ? others : set,
    );
  } catch (error) {
    const { code } = toProblem(error, requestId);
    return redirectTo(`${page}?error=${encodeURIComponent(code)}`, []);
  }
}
