// The account's day, line by line on standard input; each line is answered with "ok". What the Expert Advisor
// prints goes the same way, marked "| ", so that both stay in order.
int main() {
  feenableexcept(FE_DIVBYZERO | FE_INVALID); // there a division by zero ends the program
  setInputs();
  std::string line, word;
  while (std::getline(std::cin, line)) {
    std::istringstream in(line);
    in >> word;
    std::string answer = "ok";
    if (word == "allow") terminal.allowed.push_back(readText(in));
    else if (word == "account") in >> terminal.login >> terminal.currency >> terminal.balance >> terminal.equity;
    else if (word == "bar") {
      Bar bar;
      bar.symbol = readText(in);
      in >> bar.time >> bar.high >> bar.low;
      bars.push_back(bar);
    } else if (word == "tick") {
      Tick tick;
      tick.symbol = readText(in);
      in >> tick.value >> tick.size;
      ticks.push_back(tick);
    } else if (word == "margin") in >> terminal.margin;
    else if (word == "server") terminal.server = readText(in);
    else if (word == "gmt") in >> terminal.gmt;
    else if (word == "ahead") in >> terminal.ahead;
    else if (word == "patience") in >> terminal.patience;
    else if (word == "loaded") in >> terminal.loaded;
    else if (word == "connected") in >> terminal.connected;
    else if (word == "init") answer += " " + std::to_string(OnInit());
    else if (word == "deinit") OnDeinit(0);
    else if (word == "pass") {
      long seconds;
      in >> seconds;
      while (seconds-- > 0) {
        terminal.gmt++;
        if (terminal.timer > 0 && terminal.gmt % terminal.timer == 0) OnTimer();
      }
    } else if (!driveAccount(word, in)) {
      std::cerr << "unknown: " << line << "\n";
      return 64;
    }
    if (in.fail()) {
      std::cerr << "bad: " << line << "\n";
      return 64;
    }
    std::cout << answer << std::endl;
  }
}
