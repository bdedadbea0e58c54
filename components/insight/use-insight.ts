"use client";

import { useQuery } from "@tanstack/react-query";
import { paces } from "@/lib/paces";
import { insightQueries } from "@/lib/queries/insight";
import { type Past, pastFacts } from "./insight-screen.ts";

const paceOf = (past: Past) =>
  past === "1h" || past === "24h" ? paces.refresh.figuresMs : paces.refresh.pastMs;

/** Figures of the actions, read again while the page is looked at. */
export const useActionInsight = (past: Past) =>
  useQuery({ ...insightQueries.actions(pastFacts[past].ms), refetchInterval: paceOf(past) });

/** Groups of failures, read again while the page is looked at. */
export const useFailureInsight = (past: Past) =>
  useQuery({ ...insightQueries.failures(pastFacts[past].ms), refetchInterval: paceOf(past) });

/** The last minutes beside the day before. */
export const useSpike = () =>
  useQuery({ ...insightQueries.spike(), refetchInterval: paces.refresh.figuresMs });
