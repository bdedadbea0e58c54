// The only reader of environment variables in the dashboard. All are checked once at start; the message for a bad
// variable names it with what to do, never with the value of a secret. The API token has its own reader, so that it is
// never part of an object that is passed around.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { usernameHint, usernameRule } from "../../bff/accounts.ts";
import { type EvidenceSettings, evidenceLimits, evidenceRules, videoRules } from "../../bff/evidence.ts";
import { type EnvironmentColor, environmentColors } from "../../bff/operator.ts";
import { isLoopback } from "../../format/loopback.ts";
import { isZone, resolveZone } from "../../format/time-zone.ts";
import { baseUrlFault } from "./base-url.ts";
import { trustedProxiesFault } from "./client-address.ts";
import { readSignInSettings, type SignInSettings } from "./oidc-env.ts";
import { perProcess } from "./per-process.ts";
import { readTracingSettings, type TracingSettings } from "./tracing-env.ts";

/** Thrown when variables are missing or bad; each line names one variable and what to do. */
export class BadEnvironment extends Error {
  override readonly name = "BadEnvironment";
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

export interface Configuration {
  /** Without a trailing slash. */
  apiBaseUrl: string;
  port: number;
  host: string;
  /** Origin under which browsers reach the dashboard; undefined: derived from host and port. */
  publicUrl: string | undefined;
  /** Addresses and networks of the proxies in front, separated by commas; may be empty. */
  trustedProxies: string;
  sessionSecret: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  signIn: SignInSettings;
  adminUsername: string;
  adminPassword: string | undefined;
  environment: { name: string; color: EnvironmentColor };
  retention: Retention;
  /** Days of the audit. */
  auditDays: number;
  /** The secret that signs the audit; undefined: the one of the sign-in cookies. */
  auditKey: string | undefined;
  /** What is stored of browsers and invocations unless it is changed in Settings; without exceptions. */
  evidence: EvidenceSettings;
  /** Whether this replica may record. */
  records: boolean;
  /** The most requests to the API per minute for mirroring the invocations. */
  recorderRequestsPerMinute: number;
  webhooks: WebhookSettings;
  /** Where the metrics are served without a token; undefined: only by the API. */
  metrics: { port: number; host: string } | undefined;
  /** Undefined: nothing is traced. */
  tracing: TracingSettings | undefined;
  /** IANA name of the zone of times in log lines that name none. */
  logTimeZone: string;
  /** Factor by which every pace of the dashboard and of its pages is shortened: for tests only. */
  testSpeedup: number;
}

/** Where alerts may be sent. */
export interface WebhookSettings {
  /** Loopback, and plain http there: for development and tests only. */
  loopback: boolean;
}

/** How long and how much the recorder stores. */
export interface Retention {
  /** Hours of single samples and of five-minute invocation figures; older ones are downsampled. */
  rawHours: number;
  /** Days of everything recorded but the audit. */
  days: number;
  /** Megabytes of the embedded store; above it the oldest rows are deleted first. */
  maxMb: number;
}

/** The configuration once the port is bound and the secret exists. */
export interface Settings extends Configuration {
  /** Without a slash at its end. */
  publicUrl: string;
  /** The path of `publicUrl`, below which everything is served: "" or such as `/ops`. */
  basePath: string;
  /** Every origin from which the dashboard's pages may send requests: the public one, and its other loopback names. */
  origins: readonly string[];
  sessionSecret: string;
  /** True under `--dev`: the framework's hot reload needs a weaker content security policy. */
  development: boolean;
}

export type Variables = Readonly<Record<string, string | undefined>>;

const absent = <Text extends string>(schema: z.ZodType<Text>) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

function publicUrlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be an address such as https://fleet.example.com";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must start with https://";
  if (url.search !== "" || url.hash !== "" || url.username !== "") {
    return "must be a scheme and host, optionally with a port and a path";
  }
  if (!/^(?:\/[\w~-][\w.~-]*)*\/?$/.test(url.pathname)) {
    return "must have a path of letters, digits and - . _ ~ only";
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return "must use https:// unless the host is loopback: sign-in cookies would travel in the clear";
  }
  return undefined;
}

const checked = (fault: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const found = fault(text);
    if (found !== undefined) context.addIssue({ code: "custom", message: found });
  });

const wholeNumber = (least: number, most: number) =>
  z.string().refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
    message: `must be a whole number from ${least} to ${most}`,
  });

const portNumber = z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
  message: "must be a port number from 0 to 65535",
});

const hostName = z.string().regex(/^[A-Za-z0-9.:-]+$/, "must be a host name or address to listen on");

const allowed = absent(
  z.string().refine((text) => text === "allow", { message: "must be allow, or be unset" }),
);

const evidenceRule = z.enum(evidenceRules, "must be all, failed or off");

const variables = z.object({
  API_BASE_URL: absent(z.string()).refine((value) => value !== undefined, {
    message: "is not set; give the API's address (npm start sets it for the local service)",
  }),
  API_PLAIN_HTTP: allowed,
  PORT: absent(portNumber),
  HOST: absent(hostName),
  PUBLIC_URL: absent(checked(publicUrlFault)),
  TRUSTED_PROXIES: absent(checked(trustedProxiesFault)),
  NEXTAUTH_SECRET: absent(
    z.string().min(32, "must have at least 32 characters; leave it unset to have one made"),
  ),
  DATA_DIR: absent(z.string()),
  DATABASE_URL: absent(z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://, or be unset")),
  ADMIN_USERNAME: absent(z.string().regex(usernameRule, `must be ${usernameHint}`)),
  ADMIN_PASSWORD: absent(
    z.string().min(8, "must have at least 8 characters").max(256, "must have at most 256 characters"),
  ),
  ENVIRONMENT_NAME: absent(z.string().max(32, "must have at most 32 characters")),
  ENVIRONMENT_COLOR: absent(z.enum(environmentColors, `must be one of ${environmentColors.join(", ")}`)),
  RECORDER: absent(z.enum(["on", "off"], "must be on or off")),
  RECORDER_REQUESTS_PER_MINUTE: absent(wholeNumber(20, 60_000)),
  RETENTION_RAW_HOURS: absent(wholeNumber(1, 24 * 365)),
  RETENTION_DAYS: absent(wholeNumber(1, 3650)),
  RETENTION_MAX_MB: absent(wholeNumber(64, 1_000_000)),
  AUDIT_DAYS: absent(wholeNumber(1, 36_500)),
  KEEP_LOGS: absent(evidenceRule),
  KEEP_NETWORK: absent(evidenceRule),
  KEEP_PICTURES: absent(evidenceRule),
  KEEP_VIDEO: absent(z.enum(videoRules, "must be all or off")),
  KEEP_DAYS: absent(wholeNumber(...evidenceLimits.days)),
  KEEP_MB: absent(wholeNumber(...evidenceLimits.max_mb)),
  KEEP_SESSION_MB: absent(wholeNumber(...evidenceLimits.session_mb)),
  KEEP_STREAMS: absent(wholeNumber(...evidenceLimits.streams)),
  WEBHOOKS_TO_LOOPBACK: allowed,
  METRICS_PORT: absent(portNumber),
  METRICS_HOST: absent(hostName),
  LOG_TIME_ZONE: absent(
    z.string().refine((text) => text === "local" || isZone(text), {
      message: "must be UTC, local or a name such as Europe/Berlin",
    }),
  ),
  TEST_SPEEDUP: absent(wholeNumber(1, 100)),
});

/** A line for each bad variable. */
const faultsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${path.join(".")} ${message}`);

const dataDirOf = (given: string | undefined) => resolve(/* turbopackIgnore: true */ given ?? ".data");

/** Reads and checks the configuration; throws BadEnvironment naming every bad variable. */
export function readConfiguration(from: Variables = process.env): Configuration {
  const read = variables.safeParse(from);
  const lines = read.success ? [] : faultsOf(read.error);
  let auditKey: string | undefined;
  for (const secret of [() => readApiToken(from), () => (auditKey = readAuditKey(from))]) {
    try {
      secret();
    } catch (error) {
      if (!(error instanceof BadEnvironment)) throw error;
      lines.push(...error.lines);
    }
  }
  const baseUrl = baseUrlFault(from.API_BASE_URL ?? "", { plainHttp: from.API_PLAIN_HTTP === "allow" });
  if (from.API_BASE_URL && baseUrl !== undefined) lines.unshift(`API_BASE_URL ${baseUrl}`);
  const signIn = readSignInSettings(from);
  lines.push(...signIn.faults);
  const tracing = readTracingSettings(from);
  lines.push(...tracing.faults);
  if (from.METRICS_HOST && !from.METRICS_PORT) lines.push("METRICS_HOST needs METRICS_PORT; set it, too");
  if (!read.success || lines.length > 0) throw new BadEnvironment([...new Set(lines)]);
  const value = read.data;
  const apiBaseUrl = (value.API_BASE_URL ?? "").replace(/\/+$/, "");
  return {
    apiBaseUrl,
    port: Number(value.PORT ?? 3000),
    host: value.HOST ?? "127.0.0.1",
    publicUrl:
      value.PUBLIC_URL === undefined ? undefined : new URL(value.PUBLIC_URL).href.replace(/\/+$/, ""),
    trustedProxies: value.TRUSTED_PROXIES ?? "",
    sessionSecret: value.NEXTAUTH_SECRET,
    dataDir: dataDirOf(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    signIn: signIn.settings,
    adminUsername: value.ADMIN_USERNAME ?? "admin",
    adminPassword: value.ADMIN_PASSWORD,
    environment: {
      name: value.ENVIRONMENT_NAME ?? "local",
      color: value.ENVIRONMENT_COLOR ?? "gray",
    },
    retention: {
      rawHours: Number(value.RETENTION_RAW_HOURS ?? 48),
      days: Number(value.RETENTION_DAYS ?? 30),
      maxMb: Number(value.RETENTION_MAX_MB ?? 4096),
    },
    auditDays: Number(value.AUDIT_DAYS ?? 365),
    auditKey,
    evidence: {
      logs: value.KEEP_LOGS ?? "failed",
      network: value.KEEP_NETWORK ?? value.KEEP_LOGS ?? "failed",
      // Browsers that capture none are made to: nobody expects that of a dashboard that was only pointed at its fleet.
      pictures: value.KEEP_PICTURES ?? "off",
      video: value.KEEP_VIDEO ?? "off",
      days: Number(value.KEEP_DAYS ?? 7),
      max_mb: Number(value.KEEP_MB ?? 4096),
      session_mb: Number(value.KEEP_SESSION_MB ?? 32),
      streams: Number(value.KEEP_STREAMS ?? 100),
      exceptions: [],
    },
    records: value.RECORDER !== "off",
    recorderRequestsPerMinute: Number(value.RECORDER_REQUESTS_PER_MINUTE ?? 240),
    webhooks: { loopback: value.WEBHOOKS_TO_LOOPBACK === "allow" },
    metrics:
      value.METRICS_PORT === undefined
        ? undefined
        : { port: Number(value.METRICS_PORT), host: value.METRICS_HOST ?? "127.0.0.1" },
    tracing: tracing.settings,
    // Browsers of a service on this machine write their logs in its zone.
    logTimeZone: resolveZone(
      value.LOG_TIME_ZONE ?? (isLoopback(new URL(apiBaseUrl).hostname) ? "local" : "UTC"),
    ),
    testSpeedup: Number(value.TEST_SPEEDUP ?? 1),
  };
}

/** TEST_SPEEDUP, for modules that are loaded before the settings exist. A bad value counts as 1 here, because
 *  `readConfiguration` refuses to start with it. */
export function readTestSpeedup(from: Variables = process.env): number {
  const read = variables.shape.TEST_SPEEDUP.safeParse(from.TEST_SPEEDUP);
  return read.success ? Number(read.data ?? 1) : 1;
}

/** A secret from the variable `name` or the file that `name`_FILE names; undefined without both. */
function readSecret(name: string, from: Variables): string | undefined {
  const given = from[name] === "" ? undefined : from[name];
  const file = from[`${name}_FILE`] === "" ? undefined : from[`${name}_FILE`];
  if (given !== undefined && file !== undefined)
    throw new BadEnvironment([`${name} and ${name}_FILE are both set; keep one`]);
  if (file === undefined) return given;
  try {
    return readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
  } catch {
    throw new BadEnvironment([`${name}_FILE cannot be read; check the path and its permissions`]);
  }
}

/** The API token from API_TOKEN or the file API_TOKEN_FILE. Only `upstream/token.ts` calls this for its value. */
export function readApiToken(from: Variables = process.env): string {
  const token = readSecret("API_TOKEN", from);
  if (token === undefined)
    throw new BadEnvironment(["API_TOKEN is not set; give the API's token or API_TOKEN_FILE"]);
  if (/^[\x21-\x7e]{8,4096}$/.test(token)) return token;
  const named = from.API_TOKEN ? "API_TOKEN" : "API_TOKEN_FILE";
  throw new BadEnvironment([`${named} must be 8 to 4096 printable characters without spaces`]);
}

/** The secret that signs the audit, from AUDIT_KEY or the file AUDIT_KEY_FILE. */
function readAuditKey(from: Variables): string | undefined {
  const key = readSecret("AUDIT_KEY", from);
  if (key === undefined || key.length >= 32) return key;
  const named = from.AUDIT_KEY ? "AUDIT_KEY" : "AUDIT_KEY_FILE";
  throw new BadEnvironment([
    `${named} must have at least 32 characters; leave it unset to use NEXTAUTH_SECRET`,
  ]);
}

/** Where the store is and what signs its audit: all that a program beside the dashboard needs. */
export interface StoreConfiguration {
  dataDir: string;
  databaseUrl: string | undefined;
  auditKey: string | undefined;
  sessionSecret: string | undefined;
}

/** Reads only the variables of the store; throws BadEnvironment naming every bad one. */
export function readStoreConfiguration(from: Variables = process.env): StoreConfiguration {
  const read = variables.pick({ DATA_DIR: true, DATABASE_URL: true, NEXTAUTH_SECRET: true }).safeParse(from);
  if (!read.success) throw new BadEnvironment(faultsOf(read.error));
  return {
    dataDir: dataDirOf(read.data.DATA_DIR),
    databaseUrl: read.data.DATABASE_URL,
    sessionSecret: read.data.NEXTAUTH_SECRET,
    auditKey: readAuditKey(from),
  };
}

/** Completes the configuration with the values that exist only after binding, and stores it for the whole process. */
export function settle(
  configuration: Configuration,
  bound: { port: number; sessionSecret: string; development: boolean },
): Settings {
  const { host } = configuration;
  const wildcard = host === "0.0.0.0" || host === "::";
  const authority = host.includes(":") && !wildcard ? `[${host}]` : wildcard ? "localhost" : host;
  const publicUrl = configuration.publicUrl ?? new URL(`http://${authority}:${bound.port}`).origin;
  const loopback = ["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${bound.port}`);
  const settings: Settings = {
    ...configuration,
    port: bound.port,
    publicUrl,
    basePath: new URL(publicUrl).pathname.replace(/\/$/, ""),
    origins:
      configuration.publicUrl === undefined
        ? [...new Set([publicUrl, ...loopback])]
        : [new URL(publicUrl).origin],
    sessionSecret: bound.sessionSecret,
    development: bound.development,
  };
  process.env.NEXTAUTH_URL = `${publicUrl}/api/auth`;
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  holder().settings = settings;
  return settings;
}

const holder = perProcess("settings", (): { settings?: Settings } => ({}));

/** The settings of this process; throws when the dashboard was not started by server/main.ts. */
export function env(): Settings {
  const { settings } = holder();
  if (settings === undefined)
    throw new Error("The settings are not initialized: start the dashboard with `npm run dashboard`.");
  return settings;
}
