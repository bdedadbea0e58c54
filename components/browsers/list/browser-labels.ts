// What an operator gives a new browser to find it by, and where it starts: as typed, and as the API takes it.
import * as z from "zod/mini";
import { browserName, browserTags, startUrl } from "@/lib/contract/browsers";
import { createBrowserDialogTexts } from "./browser-list-on-demand-messages.ts";

/** As typed; empty ones are not sent. `tags`: a pair `key=value` a line. */
export const noLabels = { name: "", start_url: "", tags: "" } as const satisfies Record<string, string>;

const emptyOr = (schema: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.transform((text: string) => (text.trim() === "" ? undefined : text.trim())),
    z.optional(schema),
  );

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** One fault for all lines: the field has no parts to show others at. */
const tags = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const pairs = linesOf(text).map((line) => {
      const [key = "", ...value] = line.split("=");
      return { key: key.trim(), value: value.length === 0 ? undefined : value.join("=").trim() };
    });
    if (pairs.length === 0) return undefined;
    const keys = pairs.map(({ key }) => key);
    const doubled = keys.find((key, at) => keys.indexOf(key) !== at);
    const message = pairs.some(({ key, value }) => key === "" || value === undefined)
      ? createBrowserDialogTexts.oneTagALine
      : doubled === undefined
        ? undefined
        : createBrowserDialogTexts.tagTwice(doubled);
    const read = browserTags.safeParse(Object.fromEntries(pairs.map(({ key, value }) => [key, value ?? ""])));
    const fault = message ?? read.error?.issues[0]?.message;
    if (fault === undefined) return read.data;
    context.issues.push({ code: "custom", input: text, message: fault });
    return z.NEVER;
  }),
);

type Tags = Readonly<Record<string, string>>;

/** Tags as the form has them: a pair a line. */
export const tagLinesOf = (pairs: Tags | null | undefined): string =>
  Object.entries(pairs ?? {})
    .map((pair) => pair.join("="))
    .join("\n");

/** Tags in any order, as one text. */
const sortedTags = (pairs: Tags | null | undefined): string =>
  JSON.stringify(Object.entries(pairs ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Whether lines can say these tags: a key with "=" or a text of several lines cannot be read from them. */
export function areTagLines(pairs: Tags | null | undefined): boolean {
  // As a text area has them.
  const read = tags.safeParse(tagLinesOf(pairs).replace(/\r\n?/g, "\n"));
  return read.success && sortedTags(read.data) === sortedTags(pairs);
}

/**
 * What is changed of a field with the text `present`: undefined: nothing, null: it is emptied. The present text is not
 * checked: a client may have set what the form does not take.
 */
const changeOf = <Value>(
  field: z.ZodMiniType<Value | undefined, string>,
  present: string,
  textOf: (value: Value | undefined) => string | undefined,
) =>
  z.pipe(
    z.string(),
    z.transform((text: string, context): Value | null | undefined => {
      if (text === present) return undefined;
      const read = field.safeParse(text);
      if (read.success) {
        const was = field.safeParse(present);
        return was.success && textOf(read.data) === textOf(was.data) ? undefined : (read.data ?? null);
      }
      context.issues.push(
        ...read.error.issues.map(({ message }) => ({ code: "custom" as const, input: text, message })),
      );
      return z.NEVER;
    }),
  );

/** The fields of the form of a browser that has labels, as a schema of what is changed. */
export const changedLabelFields = (present: { name: string; tags: string }) => ({
  name: changeOf(emptyOr(browserName), present.name, (name) => name),
  tags: changeOf<Tags>(tags, present.tags, sortedTags),
});

/** The fields of the form as a schema. */
export const browserLabelFields = () => ({ name: emptyOr(browserName), start_url: emptyOr(startUrl), tags });

interface Labels {
  name?: string | undefined;
  start_url?: string | undefined;
  tags: Record<string, string> | undefined;
}

/** The fields to send: only what was typed. */
export const sentLabels = ({ name, start_url, tags: pairs }: Labels) => ({
  ...(name === undefined ? {} : { name }),
  ...(start_url === undefined ? {} : { start_url }),
  ...(pairs === undefined ? {} : { tags: pairs }),
});
