import type { Visitor } from "./dashboard.ts";

/** What a browser stores of somebody who signed in over HTTP, as Playwright hands it to a context. */
export function storageStateOf({ base, cookies }: Visitor) {
  const { hostname } = new URL(base);
  return {
    cookies: [...cookies].map(([name, value]) => ({
      ...{ name, value, domain: hostname, path: "/", expires: -1 },
      ...{ httpOnly: true, secure: false, sameSite: "Lax" as const },
    })),
    origins: [],
  };
}
