"use client";

export function SessionLog({ id }: { id: string }) {
  return <p className="p-4 text-ink-3">{id}</p>;
}
