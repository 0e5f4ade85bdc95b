import { spawn } from 'node:child_process';

/**
 * Runs a program on our terminal, hands our signals on to it and waits for its end.
 * @returns its exit code; 128 + n when a signal ended it
 */
export function run(file, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, { stdio: 'inherit', ...options });
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, forward);
      done(code);
    };
    child.once('error', (error) => {
      process.stderr.write(`Cannot run ${file}: ${error.message}\n`);
      finish(127);
    });
    child.once('close', (code, signal) => finish(code ?? 128 + (signalNumbers[signal] ?? 1)));
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
