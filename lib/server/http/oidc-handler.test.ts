import { beforeEach, describe, expect, it, vi } from "vitest";
import { endSignIn, operatorOf } from "../auth/require-operator.ts";
import { callNextAuth } from "./auth-handler.ts";
import { finishOidc } from "./oidc-handler.ts";

const publicUrl = "http://fleet.example";
vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ publicUrl, signIn: { oidc: { name: "Acme" } } }),
}));
vi.mock("../auth/require-operator.ts", () => ({ endSignIn: vi.fn(), operatorOf: vi.fn() }));
vi.mock("./auth-handler.ts", () => ({ callNextAuth: vi.fn(), confirmedPath: "/sign-in/confirmed" }));

const operator = {
  sid: "s1",
  userId: "u1",
  username: "ada",
  role: "operator",
  endsAtMs: 0,
  mustChangePassword: false,
} as const;
const set = ["fleetdeck.session=sealed; Path=/", "fleetdeck.state=; Max-Age=0"];

/** The way back from the provider to a page, with the cookies that the way there has set. */
async function wayBackTo(page: string, cookies = ["fleetdeck.state=sealed"]) {
  const answer = new Response(null, { status: 302, headers: { location: `${publicUrl}${page}` } });
  for (const cookie of set) answer.headers.append("set-cookie", cookie);
  vi.mocked(callNextAuth).mockResolvedValue({ answer, userId: "u1" });
  const callback = `fleetdeck.callback=${encodeURIComponent(`${publicUrl}${page}`)}`;
  const headers = { cookie: [callback, ...cookies].join("; ") };
  const { headers: sent } = await finishOidc(
    new Request(`${publicUrl}/api/auth/callback/oidc?code=x`, { headers }),
  );
  return { location: sent.get("location"), set: sent.getSetCookie() };
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(operatorOf).mockResolvedValue(operator);
});

describe("the way back from the provider", () => {
  it("of a sign-in sets its cookie and ends the sign-in before", async () => {
    expect(await wayBackTo("/pools")).toEqual({ location: `${publicUrl}/pools`, set });
    expect(endSignIn).toHaveBeenCalledWith("s1");
  });

  it("of a sign-in to a page whose address ends as that of a proof is that of a sign-in", async () => {
    const page = "/invocations?q=/sign-in/confirmed";
    expect(await wayBackTo(page)).toEqual({ location: `${publicUrl}${page}`, set });
    expect(callNextAuth).toHaveBeenCalledWith(
      expect.anything(),
      expect.anything(),
      expect.objectContaining({ operator: undefined }),
    );
  });

  it("of a proof leaves the cookie of the sign-in as it is, which may have got a new key meanwhile", async () => {
    expect(await wayBackTo("/sign-in/confirmed")).toEqual({
      location: `${publicUrl}/sign-in/confirmed`,
      set: set.slice(1),
    });
    expect(endSignIn).not.toHaveBeenCalled();
  });

  it("that nobody began here does not lead to a request to the provider", async () => {
    const refused = { location: `${publicUrl}/sign-in?error=provider_refused`, set: [] };
    expect(await wayBackTo("/pools", [])).toEqual(refused);
    expect(callNextAuth).not.toHaveBeenCalled();
  });
});
