// Environment variables as they are typed: one NAME=value a line.
import * as z from "zod/mini";
import { envVarName } from "@/lib/bff/deployment-upload";
import { envVarBounds } from "@/lib/contract/deployments";
import { formatCount } from "@/lib/format/numbers";
import { environmentVariablesTexts } from "./deploy-on-demand-messages.ts";

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

function faultOf(text: string): string | undefined {
  const { count, valueBytes, totalBytes } = envVarBounds;
  const seen = new Set<string>();
  let total = 0;
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const fault = (message: string) => environmentVariablesTexts.line(at + 1, message);
    const sign = line.indexOf("=");
    if (sign === -1) return fault(environmentVariablesTexts.enterNameValue);
    const [name, value] = [line.slice(0, sign).trim(), line.slice(sign + 1)];
    const read = envVarName.safeParse(name);
    if (!read.success) return fault(read.error.issues[0]?.message ?? environmentVariablesTexts.nameInvalid);
    if (seen.has(name)) return fault(environmentVariablesTexts.isRepeated(name));
    if (sizeOf(value) > valueBytes)
      return fault(environmentVariablesTexts.valueTooLong(formatCount(valueBytes)));
    seen.add(name);
    total += name.length + sizeOf(value);
  }
  if (seen.size > count) return environmentVariablesTexts.tooManyVariables(count);
  return total > totalBytes ? environmentVariablesTexts.variablesTooLong(formatCount(totalBytes)) : undefined;
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
