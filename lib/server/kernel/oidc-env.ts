// The variables of single sign-on by OpenID Connect. `env.ts` reads them with all others.
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { type Role, role, roles } from "../../bff/roles.ts";
import { isLoopback } from "../../format/loopback.ts";
import { parsedJson } from "./parsed-json.ts";

export interface OidcSettings {
  /** Without a trailing slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** The claim with the names of a user's groups. */
  groupsClaim: string;
  /** The role of each group; `*` is everyone who signs in. */
  roles: readonly (readonly [group: string, role: Role])[];
  /** What the sign-in page calls it. */
  name: string;
}

/** How people sign in. */
export interface SignInSettings {
  password: boolean;
  oidc: OidcSettings | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

function issuerFault(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be an absolute URL such as https://login.example.com";
  const url = new URL(text);
  if (url.protocol === "http:" && isLoopback(url.hostname)) return undefined;
  if (url.protocol !== "https:") return "must use https:// unless the host is a loopback address";
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    return "must be a URL without user name, query and fragment";
  return undefined;
}

const rolesByGroup = z.record(z.string().check(z.trim(), z.minLength(1)), role);

/** `ops-admins=admin,ops=operator,*=viewer`, or the same as a JSON object, for names with commas; undefined when it is of
 *  neither form. */
function rolesIn(text: string): OidcSettings["roles"] | undefined {
  if (text.trimStart().startsWith("{")) {
    const read = rolesByGroup.safeParse(parsedJson(text));
    return read.success && Object.keys(read.data).length > 0 ? Object.entries(read.data) : undefined;
  }
  const pairs = text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    const read = role.safeParse(pair.slice(at + 1).trim());
    const group = pair.slice(0, Math.max(at, 0)).trim();
    return read.success && group !== "" ? ([group, read.data] as const) : undefined;
  });
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

/** The client's secret, from the variable or its file; a string that begins with OIDC_ is a fault. */
function secretIn(from: Variables): { secret?: string; fault?: string } {
  const { OIDC_CLIENT_SECRET: given, OIDC_CLIENT_SECRET_FILE: file } = from;
  if (given && file)
    return { fault: "OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both set; keep one" };
  if (given) return { secret: given };
  if (!file) return { fault: "OIDC_CLIENT_SECRET is not set; give it or OIDC_CLIENT_SECRET_FILE" };
  try {
    const secret = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
    return secret === "" ? { fault: "OIDC_CLIENT_SECRET_FILE is empty" } : { secret };
  } catch {
    return { fault: "OIDC_CLIENT_SECRET_FILE cannot be read; check the path and its permissions" };
  }
}

const names = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET_FILE",
  "OIDC_ROLES",
];

/** The settings, and a line for each fault: the variable and what to do. */
export function readSignInSettings(from: Variables): { settings: SignInSettings; faults: string[] } {
  const faults: string[] = [];
  const password = from.SIGN_IN_PASSWORD || "on";
  if (password !== "on" && password !== "off") faults.push("SIGN_IN_PASSWORD must be on or off");
  const settings: SignInSettings = { password: password !== "off", oidc: undefined };
  if (!names.some((name) => from[name])) {
    if (!settings.password)
      faults.push(
        "SIGN_IN_PASSWORD is off, and OIDC_ISSUER is not set: nobody could sign in. Set OIDC_ISSUER",
      );
    return { settings, faults };
  }
  const issuer = from.OIDC_ISSUER || "";
  const fault = issuer === "" ? "is not set; give the address of the OpenID provider" : issuerFault(issuer);
  if (fault !== undefined) faults.push(`OIDC_ISSUER ${fault}`);
  const clientId = from.OIDC_CLIENT_ID || "";
  if (clientId === "")
    faults.push("OIDC_CLIENT_ID is not set; give the id that the provider has for this dashboard");
  const secret = secretIn(from);
  if (secret.fault !== undefined) faults.push(secret.fault);
  const mapped = rolesIn(from.OIDC_ROLES || "");
  if (mapped === undefined)
    faults.push(
      `OIDC_ROLES must be pairs such as ops-admins=admin,ops=operator,*=viewer, with the roles ${roles.join(", ")}; where a group has a comma, they are JSON such as {"cn=ops,ou=it":"operator","*":"viewer"}`,
    );
  else if (!settings.password && !mapped.some(([, held]) => held === "admin"))
    faults.push(
      "OIDC_ROLES gives no group the admin role, and SIGN_IN_PASSWORD is off; add a group of admins",
    );
  settings.oidc = {
    issuer: issuer.replace(/\/+$/, ""),
    clientId,
    clientSecret: secret.secret ?? "",
    scopes: from.OIDC_SCOPES || "openid profile",
    groupsClaim: from.OIDC_GROUPS_CLAIM || "groups",
    roles: mapped ?? [],
    name: from.OIDC_NAME || "single sign-on",
  };
  return { settings, faults };
}
