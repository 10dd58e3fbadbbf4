import { basename } from "node:path";
import type { Reporter, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

/** No single step takes this long on a busy machine unless it waits in vain and goes on. */
const LONG_MS = 15_000;

const locate = ({ file, line }: { file: string; line: number }) => `${basename(file)}:${line}`;

/** The innermost steps that took so long; the outer ones only contain them. */
function longSteps(steps: readonly TestStep[]): TestStep[] {
  return steps
    .filter(({ duration }) => duration >= LONG_MS)
    .flatMap((step) => {
      const inner = longSteps(step.steps);
      return inner.length > 0 ? inner : [step];
    });
}

/** Names the step in which a test waited long, also when it passed: such a wait is often a fault of the shop. */
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
