//+------------------------------------------------------------------+
//| Trackrecord.mq4: sends this account's data to a trackrecord      |
//| server: closed orders, equity each minute, positions when they   |
//| change. It reads only: it never opens, changes or closes an      |
//| order, so the investor password is enough.                       |
//|                                                                  |
//| To use: allow the server's address in Tools > Options > Expert   |
//| Advisors > Allow WebRequest for listed URL, choose All History   |
//| in the menu of the tab Account History (the EA sees what the tab |
//| shows), put the EA on one chart, and paste the Connection Key of |
//| this account.                                                    |
//|                                                                  |
//| Tested without MetaTrader: compiled as it stands by g++ with     |
//| functions that simulate a terminal, and run against a real       |
//| server (test/clients). MetaEditor compiles each release once, by |
//| hand, before it is given out.                                    |
//+------------------------------------------------------------------+
#property copyright "trackrecord"
#property version   "1.00"
#property strict

input string InpServer  = "https://trackrecord.example"; // Address of the server
input string InpKey     = "";                            // Connection Key of this account
input string InpClock   = "";                            // Time zone of the broker's server: empty, NY+7, Europe/Athens, +02:00
input int    InpSeconds = 60;                            // Seconds between two points of equity
input int    InpTimeout = 5000;                          // Milliseconds to wait for an answer; the EA does nothing meanwhile
input bool   InpShowCode = false;                        // Show a code to type at /me, which confirms that the account is yours

const int BATCH = 500;         // deals in one request
const int OVERLAP = 20;        // deals before the new ones that are sent again; known tickets change nothing
const int KEPT_POINTS = 1440;  // most points of equity that wait while the server cannot be reached
const int REFRESH = 600;       // seconds after which unchanged positions are sent again with new results
const int LONGEST_WAIT = 64;   // seconds between two tries
const int LONGEST_ASKED = 3600; // most seconds to wait, even if the server asks for more
const int CODE_SECONDS = 600;  // seconds that a code is good for
const int REFUSED_WAIT = 300;  // seconds until refused data is sent again
const int LONGEST_BARS = 50000; // most bars of one minute that are looked through for a trade

long     number = 0;           // account number that the following values belong to
string   server = "";
int      have = -1;            // number of deals that the server has; -1: not asked yet
int      settled = -1;         // number of listed deals when all had been sent
string   points[];             // points of equity that are not sent yet
datetime last_point = 0;
string   sent_positions = "";
datetime positions_sent = 0;
datetime wait_until = 0;       // time of the next try after a failure
int      failures = 0;
string   last_trouble = "";    // last problem that was printed
datetime code_until = 0;       // time until which the shown code is good; 0 without one
bool     is_confirmed = false; // true after the server knew that the account is its owner's
bool     stopped = false;      // true after the server refused this account permanently

const int BALANCE = 6;         // types of orders that have no name
const int CREDIT = 7;
int      listed[];             // tickets of what was closed or booked
string   clock_server = "";    // the server whose clock is known
bool     clock_known = false;
int      offset = 0;           // seconds that its clock is ahead of GMT
datetime last_quote = 0;
datetime looked_at = 0;

int OnInit()
  {
   if(StringLen(InpKey) == 0 || StringFind(InpServer, "http") != 0)
     {
      Print("Set the server's address and the Connection Key in the inputs.");
      return(INIT_PARAMETERS_INCORRECT);
     }
   Forget();
   EventSetTimer(2);
   return(INIT_SUCCEEDED);
  }

void OnDeinit(const int reason)
  {
   EventKillTimer();
   if(InpShowCode)
      Comment("");
  }

void OnTimer()
  {
   Work();
  }

// Forgets everything if the terminal has changed to another account.
void Forget()
  {
   number = AccountInfoInteger(ACCOUNT_LOGIN);
   server = AccountInfoString(ACCOUNT_SERVER);
   have = -1;
   settled = -1;
   ArrayResize(points, 0);
   last_point = 0;
   sent_positions = "";
   positions_sent = 0;
   wait_until = 0;
   failures = 0;
   last_trouble = "";
   stopped = false;
   code_until = 0;
   is_confirmed = false;
   if(InpShowCode)
      Comment("");
  }

void Work()
  {
   if(number != AccountInfoInteger(ACCOUNT_LOGIN) || server != AccountInfoString(ACCOUNT_SERVER))
      Forget();
   if(stopped || !TerminalInfoInteger(TERMINAL_CONNECTED) || number == 0)
      return;
   int total = ListDeals();
   if(!KnowsClock() || !IsLoaded(total))
      return;
   NotePoint();
   if(TimeGMT() < wait_until || (have < 0 && !AskState()))
      return;
   if(total > 0 && total != settled)
      SendDeals(total);
   else if(ArraySize(points) > 0 || HavePositionsChanged())
      Send("[]", total);
   else if(InpShowCode && !is_confirmed && TimeGMT() >= code_until)
      ShowCode(total);
  }

// Shows a code on the chart. Typing it at /me proves access to this terminal and its Connection Key.
void ShowCode(const int total)
  {
   string answer = "";
   if(!Request("POST", "code", "{\"account\":" + AccountJson(total) + "}", answer))
      return;
   string code = TextIn(answer, "\"code\":\"");
   is_confirmed = (code == "");
   code_until = TimeGMT() + CODE_SECONDS;
   Comment(is_confirmed ? "trackrecord: this account is confirmed as yours."
           : "trackrecord: type the code " + code + " at " + Address() + "/me, on the page of this account. " +
           "It is good for 10 minutes. Never tell it to anybody.");
  }

// New deals are usually at the end. Late ones may be anywhere; then all deals are sent again.
void SendDeals(const int total)
  {
   int known = (settled < 0 ? have : MathMin(have, settled));
   if(!SendFrom(MathMax(MathMin(known, total) - OVERLAP, 0), total))
      return;
   if(have < total && !SendFrom(0, total))
      return;
   settled = total; // the server refused the deals that it lacks now
  }

bool SendFrom(const int first, const int total)
  {
   for(int from = first; from < total; from += BATCH)
     {
      string deals = "";
      for(int i = from; i < MathMin(from + BATCH, total); i++)
         deals += (i > from ? "," : "") + DealJson(i);
      if(!Send("[" + deals + "]", total))
         return(false);
     }
   return(true);
  }

bool Send(const string deals, const int total)
  {
   string body = "{\"account\":" + AccountJson(total) + ",\"deals\":" + deals + ",\"equity\":[";
   int count = ArraySize(points);
   for(int i = 0; i < count; i++)
      body += (i > 0 ? "," : "") + points[i];
   body += "]";
   string positions = PositionsJson(false);
   bool with_positions = HavePositionsChanged();
   if(with_positions)
      body += ",\"positions\":" + PositionsJson(true);
   string answer = "";
   if(!Request("POST", "facts", body + "}", answer))
      return(false);
   have = NumberIn(answer, "\"deals\":", have);
   ArrayResize(points, 0);
   if(with_positions)
     {
      sent_positions = positions;
      positions_sent = TimeGMT();
     }
   return(true);
  }

bool HavePositionsChanged()
  {
   return(PositionsJson(false) != sent_positions || TimeGMT() - positions_sent >= REFRESH);
  }

bool AskState()
  {
   string answer = "";
   if(!Request("GET", "state", "", answer))
      return(false);
   have = NumberIn(answer, "\"deals\":", 0);
   return(true);
  }

void NotePoint()
  {
   datetime now = TimeGMT();
   if(now - last_point < InpSeconds)
      return;
   last_point = now;
   int count = ArraySize(points);
   if(count == KEPT_POINTS) // drop the oldest point
     {
      for(int i = 1; i < count; i++)
         points[i - 1] = points[i];
      count--;
     }
   ArrayResize(points, count + 1);
   points[count] = "{\"at\":" + Quote(IsoTime(now)) + ",\"balance\":" + Spell(AccountInfoDouble(ACCOUNT_BALANCE)) +
                   ",\"equity\":" + Spell(AccountInfoDouble(ACCOUNT_EQUITY)) +
                   ",\"margin\":" + Spell(AccountInfoDouble(ACCOUNT_MARGIN)) + "}";
  }

string AccountJson(const int total)
  {
   return("{\"platform\":" + Quote(Platform()) + ",\"number\":" + IntegerToString(AccountInfoInteger(ACCOUNT_LOGIN)) +
          ",\"server\":" + Quote(AccountInfoString(ACCOUNT_SERVER)) + ",\"broker\":" + Quote(AccountInfoString(ACCOUNT_COMPANY)) +
          ",\"currency\":" + Quote(AccountInfoString(ACCOUNT_CURRENCY)) +
          ",\"leverage\":" + IntegerToString(AccountInfoInteger(ACCOUNT_LEVERAGE)) +
          ",\"demo\":" + (AccountInfoInteger(ACCOUNT_TRADE_MODE) == ACCOUNT_TRADE_MODE_REAL ? "false" : "true") +
          ",\"balance\":" + Spell(AccountInfoDouble(ACCOUNT_BALANCE)) + ",\"equity\":" + Spell(AccountInfoDouble(ACCOUNT_EQUITY)) +
          ",\"server_time\":" + IntegerToString((long)ServerTime()) + ",\"gmt_time\":" + IntegerToString((long)TimeGMT()) +
          ",\"clock\":" + Quote(InpClock) + ",\"deals_total\":" + IntegerToString(total) + "}");
  }

string Platform()
  {
   return("MT4");
  }

// Only quotes tell the server's clock: it is known after the first quote.
bool KnowsClock()
  {
   if(clock_server != server)
     {
      clock_server = server;
      clock_known = false;
      looked_at = 0;
     }
   datetime now = TimeGMT(), quoted = TimeCurrent();
   if(now - looked_at < 60 && quoted != last_quote)
     {
      double quarters = MathRound((double)(quoted - now) / 900);
      offset = (int)quarters * 900;
      clock_known = true;
     }
   looked_at = now;
   last_quote = quoted;
   if(!clock_known && InpClock == "" && last_trouble == "")
     {
      last_trouble = "Waiting for a quote, which tells the clock of the broker's server.";
      Print(last_trouble);
     }
   return(clock_known || InpClock != "");
  }

// Returns 0 if it is not known.
datetime ServerTime()
  {
   return(clock_known ? TimeGMT() + offset : 0);
  }

// Lists closed orders and balance operations of the tab Account History, without cancelled orders.
int ListDeals()
  {
   int count = 0, total = OrdersHistoryTotal();
   ArrayResize(listed, total);
   for(int i = 0; i < total; i++)
     {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_HISTORY))
         continue;
      if(OrderType() != OP_BUY && OrderType() != OP_SELL && OrderType() != BALANCE && OrderType() != CREDIT)
         continue;
      listed[count] = OrderTicket();
      count++;
     }
   return(count);
  }

// The tab may be empty, for example for a month without trades.
bool IsLoaded(const int total)
  {
   return(true);
  }

string DealJson(const int index)
  {
   if(!OrderSelect(listed[index], SELECT_BY_TICKET, MODE_HISTORY))
      return("{\"ticket\":" + IntegerToString(listed[index]) + "}");
   return("{\"ticket\":" + IntegerToString(OrderTicket()) + ",\"type\":" + IntegerToString(OrderType()) +
          ",\"symbol\":" + Quote(OrderSymbol()) + ",\"lots\":" + Spell(OrderLots()) +
          ",\"open_time\":" + IntegerToString((long)OrderOpenTime()) + ",\"open_price\":" + Spell(OrderOpenPrice()) +
          ",\"close_time\":" + IntegerToString((long)OrderCloseTime()) + ",\"close_price\":" + Spell(OrderClosePrice()) +
          ",\"sl\":" + Spell(OrderStopLoss()) + ",\"tp\":" + Spell(OrderTakeProfit()) +
          ",\"commission\":" + Spell(OrderCommission()) + ",\"swap\":" + Spell(OrderSwap()) + ",\"profit\":" + Spell(OrderProfit()) +
          ",\"comment\":" + Quote(OrderComment()) + ",\"magic\":" + IntegerToString(OrderMagicNumber()) + OrderExcursion() + "}");
  }

// Of the selected order; balance operations have none.
string OrderExcursion()
  {
   if(OrderType() != OP_BUY && OrderType() != OP_SELL)
      return("");
   return(Excursion(OrderSymbol(), OrderType() == OP_SELL, OrderOpenTime(), OrderCloseTime(), OrderLots(), OrderOpenPrice(),
                    OrderClosePrice(), OrderProfit()));
  }

// Returns the members mae and mfe of a closed trade: its worst and best result while it was open, by bars of
// one minute (bid prices). Only whole bars inside the trade count. Empty if the terminal lacks bars.
string Excursion(const string symbol, const bool is_sell, const datetime opened, const datetime closed,
                 const double volume, const double open_price, const double close_price, const double profit)
  {
   double value = 0; // money for a price that is 1 higher
   double size = SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_SIZE);
   if(MathAbs(profit) >= 1 && close_price != open_price) // below 1 the rounding of the profit is too coarse
      value = profit / (close_price - open_price);
   else if(size > 0)
      value = (is_sell ? -1 : 1) * volume * SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_VALUE) / size;
   if(value == 0 || (value < 0) != is_sell)
      return("");
   double worst = MathMin(profit, 0.0);
   double best = MathMax(profit, 0.0);
   long first = (long)opened / 60 * 60 + 60;
   long last = (long)closed / 60 * 60 - 60;
   if(last >= first)
     {
      double highs[], lows[];
      if((last - first) / 60 >= LONGEST_BARS || SeriesInfoInteger(symbol, PERIOD_M1, SERIES_FIRSTDATE) > first)
         return("");
      int count = CopyHigh(symbol, PERIOD_M1, (datetime)first, (datetime)last, highs);
      if(count <= 0 || CopyLow(symbol, PERIOD_M1, (datetime)first, (datetime)last, lows) != count)
         return("");
      double at_high = (highs[ArrayMaximum(highs)] - open_price) * value;
      double at_low = (lows[ArrayMinimum(lows)] - open_price) * value;
      worst = MathMin(worst, MathMin(at_high, at_low));
      best = MathMax(best, MathMax(at_high, at_low));
     }
   return(",\"mae\":" + Spell(worst) + ",\"mfe\":" + Spell(best));
  }

// Makes the terminal load bars of a symbol, so that they are there once its position is closed.
void LoadBars(const string symbol)
  {
   double bars[];
   CopyHigh(symbol, PERIOD_M1, (datetime)((long)ServerTime() - 120), ServerTime(), bars);
  }

// Lists open positions. Changed results alone do not count as a change.
string PositionsJson(const bool with_results)
  {
   string list = "";
   for(int i = 0; i < OrdersTotal(); i++)
     {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_TRADES) || (OrderType() != OP_BUY && OrderType() != OP_SELL))
         continue;
      if(with_results)
         LoadBars(OrderSymbol());
      list += (list == "" ? "" : ",") + "{\"ticket\":" + IntegerToString(OrderTicket()) +
              ",\"time\":" + IntegerToString((long)OrderOpenTime()) + ",\"type\":" + IntegerToString(OrderType()) +
              ",\"symbol\":" + Quote(OrderSymbol()) + ",\"volume\":" + Spell(OrderLots()) + ",\"price\":" + Spell(OrderOpenPrice()) +
              ",\"sl\":" + Spell(OrderStopLoss()) + ",\"tp\":" + Spell(OrderTakeProfit()) +
              ",\"commission\":" + Spell(OrderCommission()) +
              (with_results ? ",\"profit\":" + Spell(OrderProfit()) + ",\"swap\":" + Spell(OrderSwap()) : "") +
              ",\"comment\":" + Quote(OrderComment()) + ",\"magic\":" + IntegerToString(OrderMagicNumber()) + "}";
     }
   return("[" + list + "]");
  }

// Writes the shortest decimal with at most 8 places: a double is exact to 15 digits.
string Spell(const double value)
  {
   if(!MathIsValidNumber(value))
      return("null");
   int places = 8;
   for(double size = MathAbs(value); size >= 10000000 && places > 0; size /= 10)
      places--;
   string text = DoubleToString(value, places);
   int end = StringLen(text);
   if(StringFind(text, ".") >= 0)
     {
      while(StringGetCharacter(text, end - 1) == '0')
         end--;
      if(StringGetCharacter(text, end - 1) == '.')
         end--;
     }
   text = StringSubstr(text, 0, end);
   return(text == "-0" ? "0" : text);
  }

string IsoTime(const datetime time)
  {
   string text = TimeToString(time, TIME_DATE | TIME_SECONDS); // 2024.01.31 23:59:59
   StringReplace(text, ".", "-");
   StringReplace(text, " ", "T");
   return(text + "Z");
  }

string Quote(const string text)
  {
   string quoted = "\"";
   for(int i = 0; i < StringLen(text); i++)
     {
      ushort c = StringGetCharacter(text, i);
      if(c == '"' || c == '\\')
         quoted += "\\" + ShortToString(c);
      else
         quoted += (c < 32 ? StringFormat("\\u%04x", c) : ShortToString(c));
     }
   return(quoted + "\"");
  }

// Returns the number after a name in an answer, without a JSON parser.
int NumberIn(const string answer, const string name, const int otherwise)
  {
   int at = StringFind(answer, name);
   return(at < 0 ? otherwise : (int)StringToInteger(StringSubstr(answer, at + StringLen(name), 12)));
  }

// Returns the text after a name in an answer, up to the next quotation mark; empty without it.
string TextIn(const string answer, const string name)
  {
   int at = StringFind(answer, name);
   if(at < 0)
      return("");
   string text = StringSubstr(answer, at + StringLen(name), 64);
   int end = StringFind(text, "\"");
   return(end < 0 ? "" : StringSubstr(text, 0, end));
  }

// Returns the server's address without a slash at its end.
string Address()
  {
   int end = StringLen(InpServer) - 1;
   return(StringGetCharacter(InpServer, end) == '/' ? StringSubstr(InpServer, 0, end) : InpServer);
  }

bool Request(const string method, const string what, const string body, string &answer)
  {
   char data[], result[];
   string url = Address(), response_headers = "";
   string headers = "Authorization: Bearer " + InpKey + "\r\nContent-Type: application/json\r\n";
   if(StringLen(body) > 0)
      ArrayResize(data, StringToCharArray(body, data, 0, WHOLE_ARRAY, CP_UTF8) - 1); // without the zero at its end
   ResetLastError();
   int status = WebRequest(method, url + "/connect/v1/" + what, headers, InpTimeout, data, result, response_headers);
   int error = GetLastError();
   answer = CharArrayToString(result, 0, WHOLE_ARRAY, CP_UTF8);
   if(IsReceived(status, what, answer))
     {
      if(failures > 0)
         Print("The server answers again.");
      failures = 0;
      last_trouble = "";
      return(true);
     }
   failures = MathMin(failures + 1, 6);
   int wait = MathMin(1 << failures, LONGEST_WAIT);
   if(status == 422)
     {
      wait = REFUSED_WAIT;
      ArrayResize(points, 0);
     }
   if(status == 413 && StringFind(answer, "limit: bytes_a_day") >= 0)
      wait = SecondsToMidnight();
   else
      stopped = (status == 409 || status == 413);
   wait_until = TimeGMT() + MathMax(wait, RetryAfter(response_headers));
   string trouble = Trouble(status, error, url, answer);
   if(trouble != last_trouble)
      Print(trouble);
   last_trouble = trouble;
   return(false);
  }

// Tells whether an answer comes from trackrecord. A network's sign-in page answers 200 too.
bool IsReceived(const int status, const string what, const string answer)
  {
   if(StringFind(answer, "{") != 0)
      return(false);
   if(what == "facts")
      return(status == 202 && StringFind(answer, "\"receipt\":") > 0);
   return(status == 200 && StringFind(answer, what == "code" ? "\"code\":" : "\"deals\":") > 0);
  }

int SecondsToMidnight()
  {
   return(86400 - (int)((long)TimeGMT() % 86400));
  }

// Returns the seconds to wait by Retry-After, a number or a date; 0 if it is neither.
int RetryAfter(const string response_headers)
  {
   string headers = response_headers;
   StringToLower(headers);
   int at = StringFind(headers, "retry-after:");
   if(at < 0)
      return(0);
   string value = StringSubstr(headers, at + 12, 64);
   int end = StringFind(value, "\r");
   if(end >= 0)
      value = StringSubstr(value, 0, end);
   StringReplace(value, " ", "");
   int comma = StringFind(value, ",");
   if(comma < 0)
      return((int)MathMin(MathMax(StringToInteger(StringSubstr(value, 0, 9)), 0), LONGEST_ASKED));
   string date = StringSubstr(value, comma + 1); // 01mar202612:01:30gmt
   int month = (StringLen(date) < 17 ? -1 : StringFind("janfebmaraprmayjunjulaugsepoctnovdec", StringSubstr(date, 2, 3)));
   if(month < 0 || month % 3 != 0)
      return(0);
   string text = StringSubstr(date, 5, 4) + "." + IntegerToString(month / 3 + 1, 2, '0') + "." + StringSubstr(date, 0, 2);
   long seconds = (long)StringToTime(text + " " + StringSubstr(date, 9, 8)) - (long)TimeGMT();
   return((int)MathMin(MathMax(seconds, 0), LONGEST_ASKED));
  }

// Returns the detail of a problem, or the whole answer if it has no detail.
string SentenceIn(const string answer)
  {
   int at = StringFind(answer, "\"detail\":\"");
   if(at < 0)
      return(StringSubstr(answer, 0, 300));
   string text = "";
   for(int i = at + 10; i < StringLen(answer) && StringGetCharacter(answer, i) != '"'; i++)
     {
      if(StringGetCharacter(answer, i) == '\\')
         i++;
      text += ShortToString(StringGetCharacter(answer, i));
     }
   return(text);
  }

string Trouble(const int status, const int error, const string url, const string answer)
  {
   if(status == -1 && (error == 4014 || error == 4060))
      return("Allow " + url + " in Tools > Options > Expert Advisors > Allow WebRequest for listed URL.");
   if(status == -1)
      return("The server cannot be reached (error " + IntegerToString(error) + "); trying again.");
   if(status == 401)
      return("The server does not know this Connection Key.");
   if(status >= 200 && status < 300)
      return("Something other than trackrecord answers at " + url + "; check the address, and whether this network asks to sign in.");
   return("The server answered " + IntegerToString(status) + ": " + SentenceIn(answer) +
          (stopped ? " Nothing more is sent until you start this Expert Advisor again." : ""));
  }
