// Environment variables as they are typed: one NAME=value a line.
import * as z from "zod/mini";
import { envVarName } from "@/lib/bff/deployment-upload";
import { envVarBounds } from "@/lib/contract/deployments";
import { formatCount } from "@/lib/format/numbers";

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

function faultOf(text: string): string | undefined {
  const { count, valueBytes, totalBytes } = envVarBounds;
  const seen = new Set<string>();
  let total = 0;
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const fault = (message: string) => `Line ${at + 1}: ${message}`;
    const sign = line.indexOf("=");
    if (sign === -1) return fault("Enter NAME=value.");
    const [name, value] = [line.slice(0, sign).trim(), line.slice(sign + 1)];
    const read = envVarName.safeParse(name);
    if (!read.success) return fault(read.error.issues[0]?.message ?? "The name is not valid.");
    if (seen.has(name)) return fault(`${name} is repeated.`);
    if (sizeOf(value) > valueBytes) return fault(`The value has more than ${formatCount(valueBytes)} bytes.`);
    seen.add(name);
    total += name.length + sizeOf(value);
  }
  if (seen.size > count) return `At most ${count} variables.`;
  return total > totalBytes ? `Together they have more than ${formatCount(totalBytes)} bytes.` : undefined;
}

function read(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const sign = line.indexOf("=");
      return [line.slice(0, sign).trim(), line.slice(sign + 1)];
    }),
  );
}

/** From the text to the variables; a fault names its line. */
export const environmentVariables = z.pipe(
  z.string().check(
    z.superRefine((text, context) => {
      const message = faultOf(text);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
  ),
  z.transform(read),
);
