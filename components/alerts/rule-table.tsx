"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { alertsViewTexts } from "./alert-messages.ts";
import { NoRules } from "./no-rules.tsx";
import { listedRule, ruleColumns } from "./rule-columns.tsx";

/** The rules, with the states of their subjects. Loaded lazily. */
export function RuleTable({
  isApiAway,
  onEdit,
}: {
  isApiAway: boolean;
  /** The same function each time. */
  onEdit: (rule: AlertRule) => void;
}) {
  const query = useQuery({ ...alertQueries.rules(), refetchInterval: paces.refresh.figuresMs });
  const answer = query.data?.data;
  const list = useQuery(alertQueries.open()).data?.data;
  // Of more than the list has, a severe one may be missing.
  const open = list?.complete === true ? list.alerts : undefined;
  const rows = useMemo(
    () => answer?.rules.map((rule) => listedRule(rule, answer.evaluated_at_ms, isApiAway, open)),
    [answer, isApiAway, open],
  );
  const [columns] = useState(() => ruleColumns(onEdit));
  return (
    <DataTable
      caption={alertsViewTexts.rules}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      read={query}
      skeletonRows={4}
      empty={<NoRules />}
    />
  );
}
