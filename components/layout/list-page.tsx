"use client";

import type { ReactNode } from "react";
import { DataFreshness } from "@/components/ui/data-freshness";
import { IgnoredNotice } from "./ignored-notice.tsx";
import { Page } from "./page.tsx";
import { PageHeader } from "./page-header.tsx";
import type { ListScreen } from "./use-list-screen.ts";

/** The page of a list: title and actions, how fresh and complete the rows are, and the ignored parameters. */
export function ListPage({
  list: { query, awaited, screen },
  title,
  source,
  partial,
  filters,
  actions,
  primary,
  tabs,
  ignored = screen.ignored,
  children,
}: {
  list: ListScreen;
  title: string;
  /** Where the rows come from. */
  source: ReactNode;
  /** What of the rows is missing. */
  partial?: ReactNode;
  filters?: ReactNode;
  actions?: ReactNode;
  primary?: ReactNode;
  /** Below the header. */
  tabs?: ReactNode;
  ignored?: ListScreen["screen"]["ignored"];
  children: ReactNode;
}) {
  const { stale, observedAtMs = 0 } = query.data ?? {};
  return (
    <Page>
      <PageHeader
        title={title}
        freshness={
          <DataFreshness
            subject={title}
            readAtMs={awaited ? undefined : observedAtMs}
            source={source}
            partial={partial}
            stale={stale}
          />
        }
        filters={filters}
        actions={actions}
        primary={primary}
      />
      {tabs}
      <IgnoredNotice ignored={ignored} />
      {children}
    </Page>
  );
}
