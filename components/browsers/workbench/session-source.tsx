import type { ReactNode } from "react";
import type { SessionLink } from "./use-session-links.tsx";
import { sessionSourceTexts } from "./workbench-messages.ts";

const names = {
  invocation: sessionSourceTexts.invocation,
  lastInvocation: sessionSourceTexts.lastInvocation,
  pool: sessionSourceTexts.pool,
  proxy: sessionSourceTexts.proxy,
  profile: sessionSourceTexts.profile,
} as const;

/** What a session belongs to and uses, in one row with what else is given. */
export function SessionSource({ links, children }: { links: readonly SessionLink[]; children?: ReactNode }) {
  return (
    <dl className="flex min-w-0 flex-1 flex-wrap gap-x-8 gap-y-1">
      {links.map(({ name, link }) => (
        <SourceItem key={name} name={names[name]}>
          {link}
        </SourceItem>
      ))}
      {children}
    </dl>
  );
}

/** One name with its value below. */
export function SourceItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
