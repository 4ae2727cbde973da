/** What has to be ended, in the reverse order of its start. */
export class Teardown {
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  add(step: () => unknown) {
    this.#steps.push(step);
  }

  /** One step that fails does not keep the others from being taken. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll() {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
