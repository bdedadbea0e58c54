import { expect, it } from "vitest";
import { findOomKill } from "./oom-kill.ts";

const log = [
  "6,1,1,-;chromium invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=300",
  "6,2,2,-;oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=a,task=chromium,pid=812,uid=0",
  "3,3,3,-;Memory cgroup out of memory: Killed process 812 (chromium) total-vm:9000kB, anon-rss:700kB, file-rss:20kB, shmem-rss:3kB, UID:0",
  "3,4,4,-;Out of memory: Killed process 8123 (other) total-vm:9kB, anon-rss:1kB, file-rss:0kB, shmem-rss:0kB",
];

it("finds the report about a process, with its memory and the limit that was reached", () => {
  expect(findOomKill(log, 812)).toEqual({
    pid: 812,
    processName: "chromium",
    rssKb: 723,
    constraint: "memcg",
  });
  expect(findOomKill(log, 8123)).toEqual({ pid: 8123, processName: "other", rssKb: 1 });
});

it("finds nothing about another process, or in an empty log", () => {
  expect(findOomKill(log, 81)).toBeUndefined();
  expect(findOomKill([], 812)).toBeUndefined();
});
