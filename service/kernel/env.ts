// The only reader of environment variables in the service.
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import type { GrantedToken } from "./access.ts";
import { browsersThatFit, memoryBytes } from "./machine-memory.ts";
import { type Paces, pacesAt } from "./paces.ts";

/** Thrown for an invalid variable; the message is one line for the operator. */
export class BadEnvironment extends Error {
  override readonly name = "BadEnvironment";
}

export interface ServiceEnv {
  port: number;
  host: string;
  /** The address that clients use, without a trailing slash; undefined: where the service listens. */
  publicUrl: string | undefined;
  /** Empty when none was given: the caller generates and prints one. */
  tokens: readonly GrantedToken[];
  dataDir: string;
  /** Whether this process is a service or a node of one. */
  role: "service" | "node";
  /** How long a node that stops waits for its sessions in use, in seconds. */
  drainSeconds: number;
  /** The PostgreSQL that keeps the state for another service to take over; undefined: it stays in the data folder. */
  databaseUrl: string | undefined;
  chromiumPath: string | undefined;
  ffmpegPath: string | undefined;
  replayLimits: { keepDays: number; keepBytes: number };
  telemetryLimits: { keepDays: number; keepBytes: number };
  /** How long records of ended sessions and invocations are stored. */
  recordDays: number;
  /** Origins whose pages may show live views and replays in a frame. */
  frameOrigins: readonly string[];
  traffic: boolean;
  samples: boolean;
  maxBrowsers: number;
  /** The network of instances: this machine's, or one of their own. */
  network: "host" | "isolated";
  /** Keeps a started browser ready for the next session. */
  spareBrowser: boolean;
  /** Keeps an instance ready for the next browser. */
  spareInstance: boolean;
  paces: Paces;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `expected a whole number from ${min} to ${max}`);

const tokenList = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^[^\s:,]{16,512}(:(all|read))?$/,
          "expected token[:scope], the token at least 16 characters, the scope all or read",
        ),
    ),
  );

const originList = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^https?:\/\/[\w.-]+(:(\d{1,5}|\*))?(\/[\w.~/-]*)?$/,
          "expected origins such as https://fleet.example.com, separated by commas",
        )
        // An address of a dashboard may be given as it is: paths do not count.
        .transform((address) => address.replace(/(?<=\w|\*)\/.*$/, "")),
    ),
  );

const variables = z.object({
  SERVICE_PORT: wholeNumber(0, 65_535).default(4600),
  SERVICE_HOST: z.string().min(1).default("127.0.0.1"),
  SERVICE_PUBLIC_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s/?#@]+\/?$/,
      "expected an address without a path, such as https://browsers.example.com",
    )
    .transform((url) => url.replace(/\/$/, ""))
    .optional(),
  SERVICE_TOKEN: tokenList.optional(),
  SERVICE_DATA_DIR: z.string().min(1).default(".data/service"),
  SERVICE_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "expected postgres://user:password@host:port/database")
    .optional(),
  SERVICE_ROLE: z.enum(["service", "node"], "expected service or node").default("service"),
  SERVICE_DRAIN_SECONDS: wholeNumber(0, 86_400).default(0),
  CHROMIUM_PATH: z.string().min(1).optional(),
  FFMPEG_PATH: z.string().min(1).optional(),
  SERVICE_FRAME_ORIGINS: originList.default([]),
  SERVICE_REPLAY_DAYS: wholeNumber(1, 3650).default(7),
  SERVICE_REPLAY_MB: wholeNumber(1, 999_999).default(5000),
  SERVICE_TELEMETRY_DAYS: wholeNumber(1, 3650).default(7),
  SERVICE_TELEMETRY_MB: wholeNumber(1, 999_999).default(2000),
  SERVICE_RECORD_DAYS: wholeNumber(1, 3650).default(365),
  SERVICE_TRAFFIC: z.enum(["on", "off"], "expected on or off").default("off"),
  SERVICE_SAMPLES: z.enum(["on", "off"], "expected on or off").default("on"),
  SERVICE_MAX_BROWSERS: wholeNumber(0, 1000).optional(),
  SERVICE_NETWORK: z.enum(["host", "isolated"], "expected host or isolated").default("host"),
  SERVICE_SPARE_BROWSER: z.enum(["on", "off"], "expected on or off").default("on"),
  SERVICE_SPARE_INSTANCE: z.enum(["on", "off"], "expected on or off").default("on"),
  TEST_SPEEDUP: wholeNumber(1, 100).default(1),
});

/** Parses the environment. Throws BadEnvironment with the variable's name, never its value. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): ServiceEnv {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const read = variables.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new BadEnvironment(
      `${String(issue?.path[0])}: ${issue?.message}. Correct or unset it, then start again.`,
    );
  }
  const values = read.data;
  if (values.SERVICE_ROLE === "node" && values.SERVICE_DATABASE_URL === undefined) {
    throw new BadEnvironment(
      "SERVICE_DATABASE_URL: a node needs that of its service. Set it, then start again.",
    );
  }
  if (values.SERVICE_MAX_BROWSERS === 0 && values.SERVICE_DATABASE_URL === undefined) {
    throw new BadEnvironment(
      "SERVICE_MAX_BROWSERS: 0 is for a service with nodes, which have SERVICE_DATABASE_URL. Correct or unset it, then start again.",
    );
  }
  const needsToken = values.SERVICE_DATABASE_URL !== undefined && values.SERVICE_ROLE === "service";
  if (needsToken && values.SERVICE_TOKEN === undefined) {
    throw new BadEnvironment(
      "SERVICE_TOKEN: with SERVICE_DATABASE_URL it must be set, to the same for every service. Set it, then start again.",
    );
  }
  if (values.SERVICE_DATABASE_URL !== undefined && values.SERVICE_PORT === 0) {
    throw new BadEnvironment(
      "SERVICE_PORT: with SERVICE_DATABASE_URL it cannot be 0, as other services reach this one by it. Set a port, then start again.",
    );
  }
  return {
    port: values.SERVICE_PORT,
    host: values.SERVICE_HOST,
    publicUrl: values.SERVICE_PUBLIC_URL,
    tokens: (values.SERVICE_TOKEN ?? []).map((entry) => {
      const [token = "", scope] = entry.split(":");
      return { token, scope: scope === "read" ? "read" : "all" };
    }),
    dataDir: resolve(values.SERVICE_DATA_DIR),
    role: values.SERVICE_ROLE,
    drainSeconds: values.SERVICE_DRAIN_SECONDS,
    databaseUrl: values.SERVICE_DATABASE_URL,
    chromiumPath: values.CHROMIUM_PATH,
    ffmpegPath: values.FFMPEG_PATH,
    replayLimits: { keepDays: values.SERVICE_REPLAY_DAYS, keepBytes: values.SERVICE_REPLAY_MB * 1e6 },
    telemetryLimits: {
      keepDays: values.SERVICE_TELEMETRY_DAYS,
      keepBytes: values.SERVICE_TELEMETRY_MB * 1e6,
    },
    recordDays: values.SERVICE_RECORD_DAYS,
    frameOrigins: values.SERVICE_FRAME_ORIGINS,
    traffic: values.SERVICE_TRAFFIC === "on",
    samples: values.SERVICE_SAMPLES === "on",
    maxBrowsers: values.SERVICE_MAX_BROWSERS ?? browsersThatFit(memoryBytes(), availableParallelism()),
    network: values.SERVICE_NETWORK,
    spareBrowser: values.SERVICE_SPARE_BROWSER === "on",
    spareInstance: values.SERVICE_SPARE_INSTANCE === "on",
    paces: pacesAt(values.TEST_SPEEDUP),
  };
}
