/** The environment variables that `npm start` itself reads; the two programs read and check all others. */
import { isAbsolute, join } from "node:path";
import { refuseArguments } from "./refuse-arguments.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

/** @typedef {{ host: string, port: number }} Address */
/** @typedef {{ dashboard: Address, dataDir: string, databaseUrl: string | undefined, adminPassword: string | undefined,
 *   publicUrl: string | undefined, passwords: boolean,
 *   service: (Address & { dataDir: string, tokens: string | undefined }) | undefined }} StartSettings
 *   `service` is absent when API_BASE_URL is set */
/** @typedef {{ url: string } & ({ tokenFile: string } | { token: string })} Upstream the embedded service */

/** In which the dashboard brings its database up to date, if it has to, which takes it an hour at most, or the service reads its
 *  state from its database. */
export const UPDATE_TIMEOUT_MS = 3_660_000;

/**
 * @param {Env} env
 * @param {string} name
 * @param {number} fallback
 */
function port(env, name, fallback) {
  const text = env[name] || String(fallback);
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new UserError(
    `${name}: expected a whole number from 0 to 65535. Correct or unset it, then start again.`,
  );
}

/**
 * @param {Env} env
 * @param {string} root folder that relative paths start from
 * @param {string[]} [args] those of the command line; none is known
 * @returns {StartSettings}
 * @throws UserError for an argument, a bad port or a contradiction
 */
export function readSettings(env, root, args = []) {
  refuseArguments(args, {
    who: "npm start",
    instead: "Settings are environment variables, as in PORT=4000 npm start; README.md has all.",
  });
  /** @param {string} path */
  const absolute = (path) => (isAbsolute(path) ? path : join(root, path));
  const dataDir = absolute(env.DATA_DIR || ".data");
  const embedded = !env.API_BASE_URL;
  const dashboard = { host: env.HOST || "127.0.0.1", port: port(env, "PORT", 3000) };
  const service = {
    host: env.SERVICE_HOST || "127.0.0.1",
    port: port(env, "SERVICE_PORT", 4600),
    dataDir: absolute(env.SERVICE_DATA_DIR || ".data/service"),
    tokens: env.SERVICE_TOKEN || undefined,
  };
  if (embedded && dashboard.port === service.port && dashboard.port !== 0) {
    throw new UserError(
      `PORT and SERVICE_PORT are both ${dashboard.port}. Give each program a port of its own.`,
    );
  }
  if (dashboard.port === 0 && env.PUBLIC_URL) {
    throw new UserError("PUBLIC_URL needs a PORT that stays the same. Set PORT, or unset PUBLIC_URL.");
  }
  return {
    dashboard,
    dataDir,
    databaseUrl: env.DATABASE_URL || undefined,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    publicUrl: env.PUBLIC_URL || undefined,
    passwords: env.SIGN_IN_PASSWORD !== "off",
    service: embedded ? service : undefined,
  };
}

/**
 * The URL at which a listener on `host` is reached from this machine.
 * @param {Address} address
 */
export function localUrl({ host, port }) {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

/**
 * @param {Env} env
 * @param {string[]} names
 */
const without = (env, names) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

/**
 * The service's environment: its own variables, none of the dashboard's secrets.
 * @param {Env} env
 * @param {StartSettings & { service: {} }} settings
 * @param {string} token used when SERVICE_TOKEN is not set
 */
export function serviceEnv(env, settings, token) {
  const { service } = settings;
  const secrets = [
    ...["ADMIN_PASSWORD", "API_TOKEN", "API_TOKEN_FILE", "DATABASE_URL", "NEXTAUTH_SECRET"],
    ...["OIDC_CLIENT_SECRET", "OIDC_CLIENT_SECRET_FILE"],
    ...["AUDIT_KEY", "AUDIT_KEY_FILE"],
  ];
  return {
    ...without(env, secrets),
    NODE_ENV: "production",
    SERVICE_HOST: service.host,
    SERVICE_PORT: String(service.port),
    SERVICE_DATA_DIR: service.dataDir,
    SERVICE_TOKEN: service.tokens ?? token,
    SERVICE_TRAFFIC: env.SERVICE_TRAFFIC || "on",
  };
}

/**
 * The dashboard's environment. With the embedded service it has the service's address, and its token or the file with it.
 * @param {Env} env
 * @param {StartSettings} settings
 * @param {{ adminPassword?: string | undefined, upstream?: Upstream | undefined }} created
 */
export function dashboardEnv(env, settings, { adminPassword, upstream }) {
  return {
    ...without(env, upstream ? ["SERVICE_TOKEN", "API_TOKEN", "API_TOKEN_FILE"] : ["SERVICE_TOKEN"]),
    NODE_ENV: "production",
    HOST: settings.dashboard.host,
    PORT: String(settings.dashboard.port),
    DATA_DIR: settings.dataDir,
    ...(upstream && {
      API_BASE_URL: upstream.url,
      // What SERVICE_HOST names is this machine, also where it is no loopback address.
      API_PLAIN_HTTP: "allow",
      // Another Node than this one may run the dashboard, and know other zones.
      LOG_TIME_ZONE: env.LOG_TIME_ZONE || "local",
      ...("token" in upstream ? { API_TOKEN: upstream.token } : { API_TOKEN_FILE: upstream.tokenFile }),
      KEEP_LOGS: env.KEEP_LOGS || "all",
      KEEP_PICTURES: env.KEEP_PICTURES || "all",
    }),
    ...(adminPassword && { ADMIN_PASSWORD: adminPassword }),
  };
}
