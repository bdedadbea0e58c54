import type { Visitor } from "./dashboard.ts";

/** Playwright storage state of a sign-in over HTTP. */
export function storageStateOf({ base, cookies }: Visitor) {
  const { hostname } = new URL(base);
  return {
    cookies: [...cookies].map(([name, value]) => ({
      name,
      value,
      domain: hostname,
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax" as const,
    })),
    origins: [],
  };
}
