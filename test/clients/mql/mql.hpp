// Enough of what MQL4 and MQL5 have in common to run an Expert Advisor against a simulated account.
// A new name is added from the reference, never from the Expert Advisors: what is misspelt there must not compile here.
#pragma once
#include <algorithm>
#include <arpa/inet.h>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

typedef unsigned char uchar;
#define input

// What ends an Expert Advisor in the terminal: no further event reaches it.
[[noreturn]] inline void critical(const char *what) {
  fprintf(stderr, "critical error: %s\n", what);
  exit(70);
}

// Seconds, of a type of their own: they are no number where they become text.
struct datetime {
  long seconds;
  datetime(long seconds = 0) : seconds(seconds) {}
  operator long() const { return seconds; }
};

inline std::u16string toUtf16(const std::string &text) {
  std::u16string out;
  for (size_t at = 0; at < text.size();) {
    unsigned char first = text[at];
    int length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t code = length == 1 ? first : first & (0xFF >> (length + 1));
    for (int k = 1; k < length && at + k < text.size(); k++) code = (code << 6) | (text[at + k] & 0x3F);
    at += length;
    if (code < 0x10000) {
      out += (char16_t)code;
    } else {
      out += (char16_t)(0xD800 + ((code - 0x10000) >> 10));
      out += (char16_t)(0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  return out;
}

inline std::string toUtf8(const std::u16string &text) {
  std::string out;
  for (size_t at = 0; at < text.size(); at++) {
    char32_t code = text[at];
    if (code >= 0xD800 && code < 0xDC00 && at + 1 < text.size())
      code = 0x10000 + ((code - 0xD800) << 10) + (text[++at] - 0xDC00);
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    out += more == 0 ? (char)code : (char)((0xF0 << (3 - more) & 0xFF) | (code >> (6 * more)));
    while (more-- > 0) out += (char)(0x80 | ((code >> (6 * more)) & 0x3F));
  }
  return out;
}

// UTF-16, as there. Numbers become text only where it is written out.
class string {
public:
  std::u16string units;
  string() {}
  string(const char *utf8) : units(toUtf16(utf8)) {}
  string(const std::string &utf8) : units(toUtf16(utf8)) {}
  string operator+(const string &other) const {
    string joined = *this;
    joined.units += other.units;
    return joined;
  }
  string &operator+=(const string &other) {
    units += other.units;
    return *this;
  }
  bool operator==(const string &other) const { return units == other.units; }
  bool operator!=(const string &other) const { return units != other.units; }
  std::string utf8() const { return toUtf8(units); }
};
// Every literal of the source is one: there "a" + "b" is a text.
inline string S(const char *utf8) { return string(utf8); }

// Every array of the source, of fixed size or not.
template <class T> class Array {
public:
  std::vector<T> items;
  T &operator[](long at) {
    check(at);
    return items[at];
  }
  const T &operator[](long at) const {
    check(at);
    return items[at];
  }

private:
  void check(long at) const {
    if (at < 0 || at >= (long)items.size()) critical("array out of range");
  }
};
template <> class Array<bool>; // std::vector<bool> gives no references

template <class T> int ArraySize(const Array<T> &array) { return (int)array.items.size(); }
template <class T> int ArrayResize(Array<T> &array, int size, int = 0) {
  if (size < 0) return -1;
  array.items.resize(size);
  return size;
}

const int WHOLE_ARRAY = -1;
const unsigned int CP_ACP = 0, CP_UTF8 = 65001;
enum { TIME_DATE = 1, TIME_MINUTES = 2, TIME_SECONDS = 4 };

inline int StringLen(const string &text) { return (int)text.units.size(); }
inline unsigned short StringGetCharacter(const string &text, int at) {
  return at < 0 || at >= StringLen(text) ? 0 : text.units[at];
}
inline string ShortToString(unsigned short unit) {
  string text;
  text.units = std::u16string(1, (char16_t)unit);
  return text;
}
inline int StringFind(const string &text, const string &what, int from = 0) {
  size_t at = text.units.find(what.units, from);
  return at == std::u16string::npos ? -1 : (int)at;
}
inline bool StringToLower(string &text) {
  for (char16_t &unit : text.units)
    if (unit >= u'A' && unit <= u'Z') unit += u'a' - u'A';
  return true;
}
inline string StringSubstr(const string &text, int from, int length = -1) {
  string part;
  if (from < StringLen(text)) part.units = text.units.substr(from, length < 0 ? std::u16string::npos : length);
  return part;
}
inline int StringReplace(string &text, const string &what, const string &with) {
  int count = 0;
  for (size_t at = 0; (at = text.units.find(what.units, at)) != std::u16string::npos; count++) {
    text.units.replace(at, what.units.size(), with.units);
    at += with.units.size();
  }
  return count;
}
inline string IntegerToString(long number, int width = 0, unsigned short fill = ' ') {
  string text = std::to_string(number);
  while (StringLen(text) < width) text = ShortToString(fill) + text;
  return text;
}
inline string DoubleToString(double number, int digits = 8) {
  char text[400];
  snprintf(text, sizeof text, "%.*f", digits, number);
  return string(text);
}
inline long StringToInteger(const string &text) { return strtol(text.utf8().c_str(), nullptr, 10); }
inline string TimeToString(datetime time, int mode = TIME_DATE | TIME_MINUTES) {
  char text[40];
  time_t seconds = time.seconds;
  const char *form = mode == (TIME_DATE | TIME_SECONDS) ? "%Y.%m.%d %H:%M:%S" : "%Y.%m.%d %H:%M";
  strftime(text, sizeof text, form, gmtime(&seconds));
  return string(text);
}
inline datetime StringToTime(const string &text) {
  tm time{};
  strptime(text.utf8().c_str(), "%Y.%m.%d %H:%M:%S", &time);
  return timegm(&time);
}
// The zero at the end of a whole text is copied and counted.
template <class Char>
int StringToCharArray(const string &text, Array<Char> &array, int start = 0, int count = -1, unsigned int = CP_ACP) {
  static_assert(sizeof(Char) == 1);
  std::string bytes = text.utf8();
  size_t length = count < 0 ? bytes.size() + 1 : std::min((size_t)count, bytes.size());
  if (array.items.size() < start + length) array.items.resize(start + length);
  memcpy(array.items.data() + start, bytes.c_str(), length);
  return (int)length;
}
template <class Char>
string CharArrayToString(const Array<Char> &array, int start = 0, int count = -1, unsigned int = CP_ACP) {
  size_t length = count < 0 ? array.items.size() - start : count;
  return string(std::string((const char *)array.items.data() + start, length));
}

// Of numbers alone.
template <class... Values> string StringFormat(const string &form, const Values &...values) {
  char text[4096];
  snprintf(text, sizeof text, form.utf8().c_str(), values...);
  return string(text);
}
inline std::ostream &operator<<(std::ostream &out, const string &text) { return out << text.utf8(); }
template <class... Values> void Print(const Values &...values) {
  std::cout << "| ";
  ((std::cout << values), ...);
  std::cout << "\n";
}

/** What stands in the corner of the chart; each change goes out like a printed line. */
template <class... Values> void Comment(const Values &...values) {
  static std::string shown;
  std::ostringstream text;
  ((text << values), ...);
  if (text.str() != shown) std::cout << "| [chart] " << text.str() << "\n";
  shown = text.str();
}

template <class A, class B> auto MathMin(A one, B other) { return one < other ? one : other; }
template <class A, class B> auto MathMax(A one, B other) { return one > other ? one : other; }
inline double MathAbs(double value) { return std::fabs(value); }
inline double MathRound(double value) { return std::round(value); }
inline bool MathIsValidNumber(double value) { return std::isfinite(value); }

enum { INIT_SUCCEEDED, INIT_FAILED, INIT_PARAMETERS_INCORRECT };
enum ENUM_TERMINAL_INFO_INTEGER { TERMINAL_CONNECTED };
enum ENUM_ACCOUNT_INFO_INTEGER { ACCOUNT_LOGIN, ACCOUNT_LEVERAGE, ACCOUNT_TRADE_MODE };
enum ENUM_ACCOUNT_INFO_DOUBLE { ACCOUNT_BALANCE, ACCOUNT_EQUITY, ACCOUNT_MARGIN };
enum ENUM_ACCOUNT_INFO_STRING { ACCOUNT_NAME, ACCOUNT_SERVER, ACCOUNT_CURRENCY, ACCOUNT_COMPANY };
enum ENUM_ACCOUNT_TRADE_MODE { ACCOUNT_TRADE_MODE_DEMO, ACCOUNT_TRADE_MODE_CONTEST, ACCOUNT_TRADE_MODE_REAL };

enum ENUM_TIMEFRAMES { PERIOD_M1 };
enum ENUM_SERIES_INFO_INTEGER { SERIES_FIRSTDATE };
enum ENUM_SYMBOL_INFO_DOUBLE { SYMBOL_TRADE_TICK_VALUE, SYMBOL_TRADE_TICK_SIZE };

// A bar of one minute.
struct Bar {
  std::string symbol;
  long time;
  double high, low;
};
inline std::vector<Bar> bars;
// Money and price of a tick of a symbol.
struct Tick {
  std::string symbol;
  double value, size;
};
inline std::vector<Tick> ticks;

template <class Side> int copyBars(const string &symbol, long from, long to, Array<double> &prices, Side side) {
  prices.items.clear();
  for (const Bar &bar : bars)
    if (bar.symbol == symbol.utf8() && bar.time >= from && bar.time <= to) prices.items.push_back(side(bar));
  return prices.items.empty() ? -1 : ArraySize(prices);
}
inline int CopyHigh(const string &symbol, ENUM_TIMEFRAMES, datetime from, datetime to, Array<double> &prices) {
  return copyBars(symbol, from, to, prices, [](const Bar &bar) { return bar.high; });
}
inline int CopyLow(const string &symbol, ENUM_TIMEFRAMES, datetime from, datetime to, Array<double> &prices) {
  return copyBars(symbol, from, to, prices, [](const Bar &bar) { return bar.low; });
}
inline int ArrayMaximum(const Array<double> &array) {
  return (int)(std::max_element(array.items.begin(), array.items.end()) - array.items.begin());
}
inline int ArrayMinimum(const Array<double> &array) {
  return (int)(std::min_element(array.items.begin(), array.items.end()) - array.items.begin());
}
inline long SeriesInfoInteger(const string &symbol, ENUM_TIMEFRAMES, ENUM_SERIES_INFO_INTEGER) {
  for (const Bar &bar : bars)
    if (bar.symbol == symbol.utf8()) return bar.time;
  return 0;
}
inline double SymbolInfoDouble(const string &symbol, ENUM_SYMBOL_INFO_DOUBLE property) {
  for (const Tick &tick : ticks)
    if (tick.symbol == symbol.utf8()) return property == SYMBOL_TRADE_TICK_VALUE ? tick.value : tick.size;
  return 0;
}

// The terminal and the account that it is logged in to; the platform adds what it lists.
struct Terminal {
  long gmt = 0;
  /** Seconds that the server's clock is ahead of GMT. */
  long ahead = 7200;
  bool connected = true;
  bool loaded = true;
  long login = 5001, leverage = 100, mode = ACCOUNT_TRADE_MODE_REAL;
  double balance = 0, equity = 0, margin = 0;
  std::string server = "Simulated-Live", currency = "USD";
  std::vector<std::string> allowed;
  int error = 0, timer = 0;
  /** Milliseconds that a test waits for a server that hangs, where that is less than is asked for. */
  int patience = 60000;
};
inline Terminal terminal;

inline int GetLastError() { return terminal.error; }
inline void ResetLastError() { terminal.error = 0; }
inline bool EventSetTimer(int seconds) {
  terminal.timer = seconds;
  return true;
}
inline void EventKillTimer() { terminal.timer = 0; }
inline datetime TimeGMT() { return terminal.gmt; }
inline long TerminalInfoInteger(ENUM_TERMINAL_INFO_INTEGER) { return terminal.connected; }
inline long AccountInfoInteger(ENUM_ACCOUNT_INFO_INTEGER property) {
  switch (property) {
    case ACCOUNT_LOGIN: return terminal.login;
    case ACCOUNT_LEVERAGE: return terminal.leverage;
    default: return terminal.mode;
  }
}
inline double AccountInfoDouble(ENUM_ACCOUNT_INFO_DOUBLE property) {
  if (property == ACCOUNT_MARGIN) return terminal.margin;
  return property == ACCOUNT_BALANCE ? terminal.balance : terminal.equity;
}
inline string AccountInfoString(ENUM_ACCOUNT_INFO_STRING property) {
  switch (property) {
    case ACCOUNT_SERVER: return terminal.server;
    case ACCOUNT_CURRENCY: return terminal.currency;
    case ACCOUNT_COMPANY: return "Simulated \"Broker\" Ltd";
    default: return "A. Trader";
  }
}

inline int failed(int error) {
  terminal.error = error;
  return -1;
}
/** What an address that is not allowed gives: 4014 in MQL5, 4060 in MQL4. */
extern const int notAllowed;

// HTTP/1.1 of a server that answers with the length of its body.
template <class Char>
int WebRequest(const string method, const string url, const string headers, int timeout, const Array<Char> &data,
               Array<Char> &result, string &result_headers) {
  static_assert(sizeof(Char) == 1);
  std::string address = url.utf8();
  bool isAllowed = std::any_of(terminal.allowed.begin(), terminal.allowed.end(),
                               [&](const std::string &origin) { return address.rfind(origin, 0) == 0; });
  if (!isAllowed) return failed(notAllowed);
  if (address.rfind("http://", 0) != 0) return failed(5200);
  size_t slash = address.find('/', 7), colon = address.find(':', 7);
  std::string host = address.substr(7, std::min(slash, colon) - 7);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(colon < slash ? atoi(address.c_str() + colon + 1) : 80);
  inet_pton(AF_INET, host.c_str(), &to.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  timeout = std::min(timeout, terminal.patience);
  timeval wait{timeout / 1000, timeout % 1000 * 1000};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
  if (connect(fd, (sockaddr *)&to, sizeof to) != 0) {
    close(fd);
    return failed(5201);
  }
  std::string request = method.utf8() + " " + address.substr(slash) + " HTTP/1.1\r\nHost: " + host +
                        "\r\nConnection: close\r\nContent-Length: " + std::to_string(data.items.size()) + "\r\n" +
                        headers.utf8() + "\r\n";
  request.append((const char *)data.items.data(), data.items.size());
  for (size_t at = 0; at < request.size();) {
    ssize_t sent = send(fd, request.data() + at, request.size() - at, MSG_NOSIGNAL);
    if (sent <= 0) break;
    at += sent;
  }
  std::string answer;
  char bytes[65536];
  ssize_t count;
  while ((count = recv(fd, bytes, sizeof bytes, 0)) > 0) answer.append(bytes, count);
  close(fd);
  size_t end = answer.find("\r\n\r\n");
  if (count < 0) return failed(5202);
  if (end == std::string::npos) return failed(5203);
  result_headers = string(answer.substr(0, end));
  result.items.assign(answer.begin() + end + 4, answer.end());
  return atoi(answer.c_str() + 9);
}

// Lines of the driver: words parted by spaces, other characters of a text as %20, an empty one as -.
inline std::string readText(std::istream &in) {
  std::string word, text;
  in >> word;
  if (word == "-") return "";
  for (size_t at = 0; at < word.size(); at++) {
    bool isCoded = word[at] == '%' && at + 2 < word.size();
    text += isCoded ? (char)strtol(word.substr(at + 1, 2).c_str(), nullptr, 16) : word[at];
    if (isCoded) at += 2;
  }
  return text;
}
