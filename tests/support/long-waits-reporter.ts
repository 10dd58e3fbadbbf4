import { basename } from "node:path";
import type { Reporter, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

/** A busy machine's step is shorter, unless it waits in vain. */
const LONG_MS = 15_000;

const locate = ({ file, line }: { file: string; line: number }) => `${basename(file)}:${line}`;

/** Innermost steps; outer ones contain them. */
function longSteps(steps: readonly TestStep[]): TestStep[] {
  return steps
    .filter(({ duration }) => duration >= LONG_MS)
    .flatMap((step) => {
      const inner = longSteps(step.steps);
      return inner.length > 0 ? inner : [step];
    });
}

/** Long waits also of passed tests: often a fault of the shop. */
export default class LongWaitsReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    for (const step of longSteps(result.steps)) {
      const where = step.location ? ` (${locate(step.location)})` : "";
      const seconds = (step.duration / 1000).toFixed(1);
      console.log(`== waited ${seconds} s in "${step.title}"${where} of ${locate(test.location)}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
