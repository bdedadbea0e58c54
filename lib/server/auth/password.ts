// Memory-hard password hashes (scrypt of node:crypto, 128 MiB each): at most two at once, with two short queues. One is
// for those who are to be served first, so that others cannot fill it.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";

const parameters = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const keyBytes = 32;
export const maxPasswordLength = 256;

/** The refusal when the queue of hashes is full. */
const tooManyHashes = () =>
  new Problem(429, "busy", "Too many sign-ins at once. Try again.", {
    retryAfterSeconds: wholeSeconds(paces.retryAfter.signInBusyMs),
  });

const slots = { atOnce: 2, waiting: 20 } as const;

/** `first`: before those who are not. */
interface Turn {
  first?: boolean;
}

interface Gate {
  running: number;
  first: (() => void)[];
  others: (() => void)[];
}
const gate = perProcess("password-gate", (): Gate => ({ running: 0, first: [], others: [] }));

async function withSlot<T>(work: () => Promise<T>, { first = false }: Turn): Promise<T> {
  const state = gate();
  if (state.running >= slots.atOnce) {
    const queue = first ? state.first : state.others;
    if (queue.length >= slots.waiting) throw tooManyHashes();
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    state.running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot passes to the next in a queue, if any.
    const next = state.first.shift() ?? state.others.shift();
    if (next === undefined) state.running -= 1;
    else next();
  }
}

const derive = (password: string, salt: Buffer, turn: Turn) =>
  withSlot(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, keyBytes, parameters, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
    turn,
  );

/** A hash as text that carries its parameters: `scrypt$N$r$p$salt$key`. Only those who are signed in set a password: they
 *  are served first. Throws a Problem (429) when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { first: true });
  const { N, r, p } = parameters;
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

const dummySalt = perProcess("nobody-salt", () => randomBytes(16));

/** True when the password is right. Without a hash it takes the same time and returns false. Throws a Problem (429) when
 *  too many wait. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  turn: Turn = {},
): Promise<boolean> {
  const tooLong = password.length > maxPasswordLength;
  const given = tooLong ? "" : password;
  const [scheme, N, r, p, salt, key] = (hash ?? "").split("$");
  const usable = scheme === "scrypt" && Number(N) === parameters.N && Number(r) === 8 && Number(p) === 1;
  if (!usable || salt === undefined || key === undefined) {
    await derive(given, dummySalt(), turn);
    return false;
  }
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(given, Buffer.from(salt, "base64url"), turn);
  return !tooLong && expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A generated password: 20 characters that are easy to tell apart, about 98 bits. */
export function makePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  let made = "";
  while (made.length < 20) {
    for (const byte of randomBytes(32)) {
      if (byte < 248 && made.length < 20) made += alphabet[byte % alphabet.length] ?? "";
    }
  }
  return made.replace(/(.{5})(?=.)/g, "$1-");
}
