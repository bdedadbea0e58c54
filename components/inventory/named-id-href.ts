import { paths } from "@/lib/paths";

/** The page of a session or an invocation that a log line names. */
export const namedIdHref = ({ kind, id }: { kind: "session" | "invocation"; id: string }): string =>
  kind === "session" ? paths.browser(id) : paths.invocation(id);
