"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Topic } from "@/lib/bff/live";
import { openStoredFeed, type StoredFeed } from "@/lib/live/stored-feed";
import { storedLogReader } from "@/lib/queries/stored-logs";
import { useLiveClient } from "./live-connection.tsx";

/** Opens a log for a pane, stored or live. */
export type OpenLog = (topic: Topic) => StoredFeed;

/** The same function as long as the page's clients are the same. */
export function useOpenLog(): OpenLog {
  const client = useLiveClient();
  const queries = useQueryClient();
  return useCallback(
    (topic) => openStoredFeed({ client, reader: storedLogReader(queries) }, topic),
    [client, queries],
  );
}
